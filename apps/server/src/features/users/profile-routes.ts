import { updateCurrentUser } from '@millrace/contract/api';
import type { Clock } from '@millrace/node-kit/clock';
import { toCurrentUserJson } from '../../accounts/user-mapper.ts';
import type { UserStore } from '../../accounts/user-store.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';

/** Updates the signed-in account, for the registration page. */
export function registerProfileRoutes(routes: ApiRoutes, users: UserStore, clock: Clock): void {
  routes.session(updateCurrentUser, async ({ viewer, body }) => {
    return toCurrentUserJson(await users.update(viewer.id, { ...body, updated: clock.nowSec() }));
  });
}
