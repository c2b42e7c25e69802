import type { Permissions } from '@millrace/contract/api';
import type { TokenScope } from '@millrace/contract/vocabulary';

/** Limits of an access token, in addition to the permissions of its account. */
export interface TokenLimits {
  /** Name of the token. */
  name: string;
  scope: TokenScope;
  /** The only repository that it is valid for; null for all. */
  repoId: number | null;
}

/** Limits the permissions of an account in a repository to those of its token. */
export function limitPermissions(
  permissions: Permissions,
  { scope, repoId }: Omit<TokenLimits, 'name'>,
  repo: { id: number },
): Permissions {
  if (repoId !== null && repoId !== repo.id) return { read: false, write: false, admin: false };
  return {
    read: permissions.read,
    write: permissions.write && scope !== 'read',
    admin: permissions.admin && scope === 'admin',
  };
}
