import type { Build, Stage, User } from '@millrace/contract/api';
import { starterOf } from '@millrace/contract/starter-of';
import { servedConfig } from '../../lib/page-config.ts';

interface Viewer {
  user: User | null | undefined;
  canWrite: boolean;
  canAdminister: boolean;
}

/** Returns whether the viewer may approve and decline the stages of a build. */
function canDecideBuild(
  build: Build | undefined,
  { user, canWrite, canAdminister }: Viewer,
  approvals = servedConfig?.approvals,
): boolean {
  if (approvals !== 'admins') return canWrite;
  return canAdminister && !(build && starterOf(build) === user?.login);
}

/** Returns whether the viewer may approve, start and decline a stage. */
export function canDecideStage(
  build: Build | undefined,
  stage: Stage,
  viewer: Viewer,
  approvals = servedConfig?.approvals,
): boolean {
  if (stage.manual === 'admin' && !viewer.canAdminister) return false;
  const isStart = stage.manual !== undefined && !stage.needs_approval;
  return isStart ? viewer.canWrite : canDecideBuild(build, viewer, approvals);
}
