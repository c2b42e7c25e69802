import { approveStage, declineBuild, declineStage } from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { BuildDecisions } from './build-decisions.ts';

/** What people decide about stages that wait for them. */
export function registerApprovalRoutes(routes: ApiRoutes, decisions: BuildDecisions): void {
  routes.repo(approveStage, async ({ repo, params }) => {
    await decisions.approve(repo, params.build, params.stage);
    return undefined;
  });
  routes.repo(declineStage, async ({ repo, params }) => {
    await decisions.decline(repo, params.build, params.stage);
    return undefined;
  });
  routes.repo(declineBuild, async ({ repo, params }) => {
    await decisions.decline(repo, params.build);
    return undefined;
  });
}
