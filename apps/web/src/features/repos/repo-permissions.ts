import type { Repo, User } from '@millrace/contract/api';

/** Returns whether an account may change builds: with write or admin permission, or as a system admin. */
export function canWriteRepo(repo: Repo | undefined, user: User | null | undefined): boolean {
  const { write = false, admin = false } = repo?.permissions ?? {};
  return write || admin || user?.admin === true;
}

export function canAdministerRepo(repo: Repo | undefined, user: User | null | undefined): boolean {
  return repo?.permissions?.admin === true || user?.admin === true;
}
