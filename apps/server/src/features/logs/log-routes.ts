import { Readable } from 'node:stream';
import { deleteLogs, getLogs } from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { badRequest, notFound } from '../../shared/errors.ts';
import type { LogStore } from './log-store.ts';

interface Parts {
  logs: LogStore;
  findStepId: (
    repoId: number,
    build: number,
    stage: number,
    step: number,
  ) => Promise<number | undefined>;
  isStepOver: (stepId: number) => Promise<boolean>;
}

export function registerLogRoutes(routes: ApiRoutes, parts: Parts): void {
  routes.repo(getLogs, async ({ repo, params }) => {
    const stepId = await parts.findStepId(repo.id, params.build, params.stage, params.step);
    if (stepId === undefined) throw notFound(errorMessages.noRows);
    return Readable.from(toJsonArray(parts.logs, stepId));
  });

  routes.repo(deleteLogs, async ({ repo, params }) => {
    const stepId = await parts.findStepId(repo.id, params.build, params.stage, params.step);
    if (stepId === undefined) throw notFound(errorMessages.noRows);
    if (!(await parts.isStepOver(stepId))) throw badRequest('The step is still running');
    await parts.logs.delete(stepId);
    return undefined;
  });
}

/** The whole log as a JSON array, one batch in memory at a time. */
async function* toJsonArray(logs: LogStore, stepId: number): AsyncGenerator<string> {
  let opening = '[';
  for await (const batch of logs.readAfter(stepId, -1)) {
    yield opening + batch;
    opening = ',';
  }
  yield opening === '[' ? '[]' : ']';
}
