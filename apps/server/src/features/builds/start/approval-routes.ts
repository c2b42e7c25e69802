import { approveStage, declineBuild, declineStage } from '@millrace/contract/api';
import { type ApiRoutes, requirePerson } from '../../../http/api-routes.ts';
import type { BuildDecisions } from './build-decisions.ts';

/** Calls that approve or decline blocked stages. */
export function registerApprovalRoutes(routes: ApiRoutes, decisions: BuildDecisions): void {
  routes.repo(approveStage, async ({ repo, viewer, params }) => {
    await decisions.approve(repo, requirePerson(viewer).login, params.build, params.stage);
    return undefined;
  });
  routes.repo(declineStage, async ({ repo, viewer, params }) => {
    await decisions.decline(repo, requirePerson(viewer).login, params.build, params.stage);
    return undefined;
  });
  routes.repo(declineBuild, async ({ repo, viewer, params }) => {
    await decisions.decline(repo, requirePerson(viewer).login, params.build);
    return undefined;
  });
}
