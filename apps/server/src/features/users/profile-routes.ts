import { updateCurrentUser } from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { Clock } from '../../shared/clock.ts';
import { toUserJson } from './user-mapper.ts';
import type { UserStore } from './user-store.ts';

/** The own account: what the page that completes a registration sends. */
export function registerProfileRoutes(routes: ApiRoutes, users: UserStore, clock: Clock): void {
  routes.session(updateCurrentUser, async ({ viewer, body }) => {
    return toUserJson(await users.update(viewer.id, { ...body, updated: clock.nowSec() }));
  });
}
