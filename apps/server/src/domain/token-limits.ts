import type { Permissions } from '@millrace/contract/api';
import type { TokenScope } from '@millrace/contract/vocabulary';

/** Limits of an access token, in addition to the permissions of its account. */
export interface TokenLimits {
  id: number;
  /** Name of the token. */
  name: string;
  scope: TokenScope;
  /** Whether its account is a system admin, which calls with this token may not be. */
  isOfAdmin: boolean;
  /** The only repository that it is valid for; null for all. */
  repoId: number | null;
  /** Unix seconds; 0 means never. */
  expires: number;
}

export function isValidFor({ repoId }: Pick<TokenLimits, 'repoId'>, repo: { id: number }): boolean {
  return repoId === null || repoId === repo.id;
}

/** Limits the permissions of an account in a repository to those of its token. */
export function limitPermissions(
  permissions: Permissions,
  limits: Pick<TokenLimits, 'scope' | 'repoId'>,
  repo: { id: number },
): Permissions {
  const { scope } = limits;
  if (!isValidFor(limits, repo)) return { read: false, write: false, admin: false };
  return {
    read: permissions.read && scope !== 'audit',
    write: permissions.write && (scope === 'write' || scope === 'admin'),
    admin: permissions.admin && scope === 'admin',
  };
}
