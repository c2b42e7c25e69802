import { getFirstError } from '@millrace/contract/api';
import { missing, TooManyError } from '@millrace/contract/api-errors';
import type { StageStore } from '../../../builds/stage-store.ts';
import type { ApiRoutes } from '../../../http/api-routes.ts';
import { readAttempt } from '../../../http/attempt.ts';
import { PlaceSlots } from '../../../shared/place-slots.ts';
import { callerOf } from '../scan/caller-of.ts';
import type { ErrorReader } from './error-reader.ts';

interface Deps {
  errors: ErrorReader;
  stages: Pick<StageStore, 'findStepId'>;
}

/** A page asks about many steps at once. They wait here, because a caller may only scan three logs at a time. */
const limits = {
  count: 32,
  perPlace: 3,
  waiting: 256,
  refusal: () => new TooManyError('Too many concurrent log searches', 5),
};

export function registerFirstErrorRoutes(routes: ApiRoutes, { errors, stages }: Deps): void {
  const slots = new PlaceSlots(limits);
  routes.repo(getFirstError, async ({ repo, params, query, viewer, request }) => {
    const step = { repoId: repo.id, ...params, ...readAttempt(query) };
    const stepId = await stages.findStepId(step);
    if (stepId === undefined) throw missing();
    const { place, gone } = callerOf(viewer, request);
    const caller = { place: `first errors, ${place}`, gone };
    return slots.run(place, async () => (await errors.findFirst(stepId, caller)) ?? null);
  });
}
