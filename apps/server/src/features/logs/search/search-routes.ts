import { searchLogs } from '@millrace/contract/api';
import { badRequest, missing } from '@millrace/contract/api-errors';
import { type LogQuery, toLogPattern } from '@millrace/contract/log-pattern';
import type { BuildReadModel } from '../../../builds/read/build-read-model.ts';
import type { ApiRoutes } from '../../../http/api-routes.ts';
import { readAttempt } from '../../../http/attempt.ts';
import type { LogStore } from '../log-store.ts';
import { callerOf } from '../scan/caller-of.ts';
import type { LogScanner } from '../scan/log-scanner.ts';
import { searchBuildLogs } from './search-build-logs.ts';

interface Deps {
  logs: LogStore;
  scanner: LogScanner;
  buildReadModel: Pick<BuildReadModel, 'listSteps'>;
}

export function registerLogSearchRoutes(routes: ApiRoutes, deps: Deps): void {
  const { logs, scanner, buildReadModel } = deps;
  routes.repo(searchLogs, async ({ repo, params, query, viewer, request }) => {
    const sought = {
      text: query.q,
      isRegExp: query.regexp === 'true',
      matchesCase: query.case === 'true',
    };
    requirePattern(sought);
    const steps = await buildReadModel.listSteps(repo.id, params.build, readAttempt(query).attempt);
    if (!steps) throw missing();
    return searchBuildLogs({ logs, scanner }, steps, sought, callerOf(viewer, request));
  });
}

function requirePattern(query: LogQuery): void {
  try {
    toLogPattern(query);
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest(error.message);
    throw error;
  }
}
