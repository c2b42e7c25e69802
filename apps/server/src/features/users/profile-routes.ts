import { updateCurrentUser } from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { Clock } from '../../shared/clock.ts';
import { badRequest } from '../../shared/errors.ts';
import { toUserJson } from './user-mapper.ts';
import type { UserStore } from './user-store.ts';

const maxLength = 250;

/** The own account: what the page that completes a registration sends. */
export function registerProfileRoutes(routes: ApiRoutes, users: UserStore, clock: Clock): void {
  routes.session(updateCurrentUser, async ({ viewer, body }) => {
    const email = body.email?.trim();
    if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) {
      throw badRequest('Invalid email address');
    }
    const fields = { name: body.name?.trim(), email, company: body.company?.trim() };
    if (Object.values(fields).some((value) => (value?.length ?? 0) > maxLength)) {
      throw badRequest(`A field has at most ${maxLength} characters`);
    }
    const changes = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined),
    );
    return toUserJson(await users.update(viewer.id, { ...changes, updated: clock.nowSec() }));
  });
}
