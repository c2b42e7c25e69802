import { getFirstError } from '@millrace/contract/api';
import { missing, TooManyError } from '@millrace/contract/api-errors';
import type { StageStore } from '../../../builds/stage-store.ts';
import type { ApiRoutes } from '../../../http/api-routes.ts';
import { readAttempt } from '../../../http/attempt.ts';
import { SlotsPerKey } from '../../../shared/slots-per-key.ts';
import { callerOf } from '../scan/caller-of.ts';
import type { ErrorReader } from './error-reader.ts';

interface Deps {
  errors: ErrorReader;
  stages: Pick<StageStore, 'findStepId'>;
}

/** A page asks about many steps at once. They wait here, because a caller may only scan three logs at a time. */
const limits = {
  count: 32,
  perKey: 3,
  waiting: 256,
  refusal: () => new TooManyError('Too many concurrent log searches', 5),
};

export function registerFirstErrorRoutes(routes: ApiRoutes, { errors, stages }: Deps): void {
  const slots = new SlotsPerKey(limits);
  routes.repo(getFirstError, async ({ repo, params, query, viewer, request }) => {
    const step = { repoId: repo.id, ...params, ...readAttempt(query) };
    const stepId = await stages.findStepId(step);
    if (stepId === undefined) throw missing();
    const { callerKey, gone } = callerOf(viewer, request);
    const caller = { callerKey: `first errors, ${callerKey}`, gone };
    return slots.run(callerKey, async () => (await errors.findFirst(stepId, caller)) ?? null);
  });
}
