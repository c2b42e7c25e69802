import type { Build, Repo, User } from '@millrace/contract/api';
import { isStartedBy } from '../../domain-ui/started-by.ts';
import { servedConfig } from '../../lib/page-config.ts';

/** Returns whether an account may approve and decline the stages of a build. */
export function canDecideBuild(
  build: Build | undefined,
  repo: Repo | undefined,
  user: User | null | undefined,
  approvals = servedConfig?.approvals,
): boolean {
  const { write = false, admin = false } = repo?.permissions ?? {};
  const isAdmin = admin || user?.admin === true;
  if (approvals !== 'admins') return write || isAdmin;
  return isAdmin && !(build && user && isStartedBy(build, user));
}
