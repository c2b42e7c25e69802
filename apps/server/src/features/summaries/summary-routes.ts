import { getSummary } from '@millrace/contract/api';
import { missing } from '@millrace/contract/api-errors';
import type { StageStore } from '../../builds/stage-store.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { readAttempt } from '../../http/attempt.ts';
import type { SummaryService } from './summary-service.ts';

export function registerSummaryRoutes(
  routes: ApiRoutes,
  summaries: SummaryService,
  stages: Pick<StageStore, 'findStepId'>,
): void {
  routes.repo(getSummary, async ({ repo, params, query }) => {
    const stepId = await stages.findStepId({ repoId: repo.id, ...params, ...readAttempt(query) });
    if (stepId === undefined) throw missing();
    return { text: await summaries.require(stepId) };
  });
}
