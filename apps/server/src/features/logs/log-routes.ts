import { deleteLogs, getLogs } from '@millrace/contract/api';
import { badRequest, missing } from '@millrace/contract/api-errors';
import { lineStreamType, logLinesHeader } from '@millrace/contract/log-wire';
import type { StageStore } from '../../builds/stage-store.ts';
import { acceptsLineStream } from '../../http/accepts-line-stream.ts';
import { type ApiRoutes, StreamedAnswer } from '../../http/api-routes.ts';
import { readAttempt } from '../../http/attempt.ts';
import { beginBody } from '../../http/begin-body.ts';
import { chooseCoding } from '../../http/codings/choose-coding.ts';
import type { Downloads } from '../../http/downloads.ts';
import type { LogAnswers } from './log-answers.ts';
import { arrayForm, linesForm } from './log-form.ts';
import type { LogStore } from './log-store.ts';
import type { StepLogs } from './step-logs.ts';

interface Deps {
  logs: LogStore;
  logAnswers: LogAnswers;
  stepLogs: StepLogs;
  downloads: Downloads;
  stages: Pick<StageStore, 'findStepId'>;
}

/** Maximum length of a body that is read whole, and of what is buffered for a slow client. */
const readAheadBytes = 64 * 1024;

export function registerLogRoutes(routes: ApiRoutes, deps: Deps): void {
  routes.repo(getLogs, async ({ repo, params, query, ...call }) => {
    await deps.downloads.begin(call);
    const stepId = await deps.stages.findStepId({
      repoId: repo.id,
      ...params,
      ...readAttempt(query),
    });
    if (stepId === undefined) throw missing();
    const end = await deps.logs.findEnd(stepId);
    if (end === 0 && (await deps.stepLogs.isDeleted(stepId))) throw missing();
    const { accept, 'accept-encoding': encodings } = call.request.headers;
    const form = acceptsLineStream(accept) ? linesForm : arrayForm;
    const coding = chooseCoding(String(encodings ?? ''));
    const body = await beginBody(
      deps.logAnswers.read(stepId, toRange(query, end), form, coding),
      readAheadBytes,
    );
    return new StreamedAnswer(body, {
      [logLinesHeader]: String(end),
      vary: 'accept, accept-encoding',
      ...(coding.name ? { 'content-encoding': coding.name } : {}),
      ...(form === linesForm ? { 'content-type': lineStreamType } : {}),
    });
  });

  routes.repo(deleteLogs, async ({ repo, params, query }) => {
    const stepId = await deps.stages.findStepId({
      repoId: repo.id,
      ...params,
      ...readAttempt(query),
    });
    if (stepId === undefined) throw missing();
    if (!(await deps.stepLogs.isStepFinished(stepId)))
      throw badRequest('The step is still running', 'wrong_state');
    await deps.stepLogs.delete(stepId);
    return undefined;
  });
}

/** Limits the requested positions to the lines stored now, so that the body matches its headers. */
function toRange(query: { from?: string | undefined; to?: string | undefined }, end: number) {
  const from = Number(query.from ?? 0);
  const to = Number(query.to ?? end);
  return { from: from < 0 ? Math.max(0, end + from) : from, to: Math.min(to, end) };
}
