import { updateCurrentUser } from '@millrace/contract/api';
import { toUserJson } from '../../accounts/user-mapper.ts';
import type { UserStore } from '../../accounts/user-store.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { Clock } from '../../shared/clock.ts';

/** The own account: what the page that completes a registration sends. */
export function registerProfileRoutes(routes: ApiRoutes, users: UserStore, clock: Clock): void {
  routes.session(updateCurrentUser, async ({ viewer, body }) => {
    return toUserJson(await users.update(viewer.id, { ...body, updated: clock.nowSec() }));
  });
}
