import { readRef } from '@millrace/pipeline/git-ref';
import type { BuildStore } from '../../../builds/build-store.ts';
import type { ChangeBuild } from '../../../builds/change-build.ts';
import type { LatestBuildStore } from '../../../builds/latest-build-store.ts';
import type { Repo } from '../../../domain/repo.ts';

interface Deps {
  builds: BuildStore;
  changeBuild: ChangeBuild;
  latestBuilds: LatestBuildStore;
}

/**
 * Removes a closed pull request from the latest builds. Its unfinished builds are canceled if the repository cancels
 * superseded ones.
 */
export async function endPullRequest(deps: Deps, repo: Repo, ref: string): Promise<void> {
  const { builds, changeBuild, latestBuilds } = deps;
  await latestBuilds.forget(repo.id, 'pull_request', readRef(ref).name);
  if (!repo.autoCancelPullRequests) return;
  const unfinished = await builds.listUnfinished(repo.id);
  for (const build of unfinished) {
    if (build.event !== 'pull_request' || build.ref !== ref) continue;
    await changeBuild.send({ build: build.id }, { kind: 'supersede' });
  }
}
