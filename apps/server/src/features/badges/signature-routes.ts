import { revokeBadges, signBadge } from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { BadgeKeys } from './badge-keys.ts';
import { refOf } from './badge-routes.ts';

/** Calls that sign the addresses of badges, and make signed ones invalid. */
export function registerSignatureRoutes(routes: ApiRoutes, keys: BadgeKeys): void {
  routes.repo(signBadge, async ({ repo, body }) => ({
    signature: await keys.sign(repo.id, refOf(body)),
  }));
  routes.repo(revokeBadges, async ({ repo }) => {
    await keys.revoke(repo.id);
    return undefined;
  });
}
