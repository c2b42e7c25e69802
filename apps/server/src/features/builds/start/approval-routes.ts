import { approveStage, declineBuild, declineStage, type Permissions } from '@millrace/contract/api';
import type { Viewer } from '../../../domain/user.ts';
import { type ApiRoutes, requirePerson } from '../../../http/api-routes.ts';
import type { BuildDecisions } from './build-decisions.ts';

/** Calls that approve or decline blocked stages. */
export function registerApprovalRoutes(routes: ApiRoutes, decisions: BuildDecisions): void {
  const deciderOf = (viewer: Viewer | null, { admin }: Permissions, note = '') => ({
    login: requirePerson(viewer).login,
    canAdminister: admin,
    note,
  });
  routes.repo(approveStage, async ({ repo, viewer, permissions, params, body }) => {
    const decider = deciderOf(viewer, permissions, body.note);
    await decisions.approve(repo, decider, params.build, params.stage);
    return undefined;
  });
  routes.repo(declineStage, async ({ repo, viewer, permissions, params, body }) => {
    const decider = deciderOf(viewer, permissions, body.note);
    await decisions.decline(repo, decider, params.build, params.stage);
    return undefined;
  });
  routes.repo(declineBuild, async ({ repo, viewer, permissions, params }) => {
    await decisions.decline(repo, deciderOf(viewer, permissions), params.build);
    return undefined;
  });
}
