import type { Repo, User } from '@millrace/contract/api';

/** Write and admin permission both allow what changes builds; so does the account's admin flag. */
export function canWriteRepo(repo: Repo | undefined, user: User | null | undefined): boolean {
  const { write = false, admin = false } = repo?.permissions ?? {};
  return write || admin || user?.admin === true;
}

export function canAdministerRepo(repo: Repo | undefined, user: User | null | undefined): boolean {
  return repo?.permissions?.admin === true || user?.admin === true;
}
