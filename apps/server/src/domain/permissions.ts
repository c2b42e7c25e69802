import type { Permissions } from '@millrace/contract/api';
import type { RepoRole, Visibility } from '@millrace/contract/vocabulary';

const none: Permissions = { read: false, write: false, admin: false };
const all: Permissions = { read: true, write: true, admin: true };

/** Viewer as far as permissions depend on it: a system admin, a signed-in account or a guest. */
export type ViewerKind = 'admin' | 'account' | 'guest';

/** Returns the permissions of a viewer in a repository, given the grant of the forge. */
export function permissionsIn(
  visibility: Visibility,
  viewer: ViewerKind,
  granted: Permissions | undefined,
): Permissions {
  if (viewer === 'admin') return all;
  if (granted?.read) return granted;
  const isVisible = visibility === 'public' || (visibility === 'internal' && viewer === 'account');
  return { ...none, read: isVisible };
}

/** Returns the permissions of a role. Each role includes those before it. */
export function permissionsOfRole(role: RepoRole): Permissions {
  return { read: true, write: role !== 'read', admin: role === 'admin' };
}

export function roleOf(permissions: Permissions): RepoRole {
  if (permissions.admin) return 'admin';
  return permissions.write ? 'write' : 'read';
}

const ranks: Readonly<Record<RepoRole, number>> = { read: 1, write: 2, admin: 3 };

/** Returns a number that is higher for a role with more permissions; 0 for none. */
export function rankOf(role: RepoRole | undefined): number {
  return role ? ranks[role] : 0;
}

/** Role that an organization gives an account in a repository. */
export type RoleGrant =
  | { by: 'team'; role: RepoRole }
  /** The account owns the organization. */
  | { by: 'ownership' };

/** Returns the highest role that an organization gives an account in a repository, or undefined for none. */
export function effectiveRole(grants: readonly RoleGrant[]): RepoRole | undefined {
  const roles = grants.map((grant) => (grant.by === 'ownership' ? 'admin' : grant.role));
  return roles.reduce<RepoRole | undefined>(
    (highest, role) => (rankOf(role) > rankOf(highest) ? role : highest),
    undefined,
  );
}
