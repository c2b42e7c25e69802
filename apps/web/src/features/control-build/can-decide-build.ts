import type { Build, User } from '@millrace/contract/api';
import { starterOf } from '@millrace/contract/starter-of';
import { servedConfig } from '../../lib/page-config.ts';

interface Viewer {
  user: User | null | undefined;
  canWrite: boolean;
  canAdminister: boolean;
}

/** Returns whether the viewer may approve and decline the stages of a build. */
export function canDecideBuild(
  build: Build | undefined,
  { user, canWrite, canAdminister }: Viewer,
  approvals = servedConfig?.approvals,
): boolean {
  if (approvals !== 'admins') return canWrite;
  return canAdminister && !(build && starterOf(build) === user?.login);
}
