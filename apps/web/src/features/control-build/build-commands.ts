import type { Build, User } from '@millrace/contract/api';
import { starterOf } from '@millrace/contract/starter-of';
import { isFinished } from '@millrace/contract/vocabulary';
import { useNavigate } from 'react-router';
import type { RepoName } from '../../api/build-queries.ts';
import { canRestartFailed } from '../../domain-ui/build-stages.ts';
import { isBlockedForApproval } from '../../domain-ui/manual-stage.ts';
import { paths } from '../../lib/paths.ts';
import { hasExtras } from '../../lib/server-extras.ts';
import { useCancelBuild, useRestartBuild, useRestartFailed } from './build-mutations.ts';
import { isOfFork } from './is-of-fork.ts';

export interface BuildCommand {
  kind: 'restart' | 'restartFailed' | 'cancel' | 'promote' | 'debug';
  run: () => void;
}

interface CommandedBuild {
  repo: RepoName;
  number: number;
  /** Undefined while the build is loading. */
  build: Build | undefined;
}

interface Viewer {
  user: User | null | undefined;
  canWrite: boolean;
  /** Asks where to deploy a build. */
  promote: (build: Build) => void;
}

/** Returns the commands for a build that the viewer may use. */
export function useBuildCommands(
  { repo, number, build }: CommandedBuild,
  { user, canWrite, promote }: Viewer,
): BuildCommand[] {
  const navigate = useNavigate();
  const cancel = useCancelBuild(repo, number);
  const restart = useRestartBuild(repo, number, { debug: false });
  const debug = useRestartBuild(repo, number, { debug: true });
  const restartFailed = useRestartFailed(repo, number);
  if (!build) return [];
  const onSuccess = (target: Build | null) => {
    if (target) navigate(paths.build(`${repo.namespace}/${repo.name}`, target.number));
  };
  const commands: BuildCommand[] = [];
  if (!isFinished(build.status)) {
    const isOwn = user?.login === starterOf(build);
    if (!isBlockedForApproval(build) && (canWrite || isOwn)) {
      commands.push({ kind: 'cancel', run: () => cancel.mutate(undefined, { onSuccess }) });
    }
  } else if (canWrite) {
    if (hasExtras(build) && canRestartFailed(build)) {
      const run = () => restartFailed.mutate(undefined, { onSuccess });
      commands.push({ kind: 'restartFailed', run });
    }
    commands.push({ kind: 'restart', run: () => restart.mutate(undefined, { onSuccess }) });
    if (!hasExtras(build) || !isOfFork(repo, build)) {
      commands.push({ kind: 'promote', run: () => promote(build) });
    }
    commands.push({ kind: 'debug', run: () => debug.mutate(undefined, { onSuccess }) });
  }
  return commands;
}
