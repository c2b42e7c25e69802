import { approveStage, declineBuild, declineStage } from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { BuildControl } from './build-control.ts';

/** What people decide about stages that wait for them. */
export function registerApprovalRoutes(routes: ApiRoutes, control: BuildControl): void {
  routes.repo(approveStage, async ({ repo, params }) => {
    await control.approve(repo, params.build, params.stage);
    return undefined;
  });
  routes.repo(declineStage, async ({ repo, params }) => {
    await control.decline(repo, params.build, params.stage);
    return undefined;
  });
  routes.repo(declineBuild, async ({ repo, params }) => {
    await control.decline(repo, params.build);
    return undefined;
  });
}
