import { isOfStrangers } from '@millrace/build-host/builds/is-of-fork';
import { isFinished } from '@millrace/contract/vocabulary';
import type { BuildStore } from '../../builds/build-store.ts';
import type { StageStore } from '../../builds/stage-store.ts';
import type { Contributed } from '../../contributions.ts';
import type { Forge } from '../../forges/forge.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import { askAll } from '../../shared/ask.ts';

interface Deps {
  contributed: Pick<Contributed, 'mayBuildsRead'>;
  builds: BuildStore;
  stages: StageStore;
  repos: RepoStore;
  forge: Pick<Forge, 'repoUrl'>;
}

/**
 * Returns why a stage may not read a repository; null if it may, which ends with the stage. The reason is the same if the
 * repository does not exist.
 */
export type RefuseBuildRead = (
  stageId: number,
  target: { slug: string; id: number | undefined },
) => Promise<string | null>;

/** Decides whether a running stage may read a repository. */
export function createReadCheck(deps: Deps): RefuseBuildRead {
  const { contributed, builds, stages, repos, forge } = deps;
  return async (stageId, target) => {
    const stage = await stages.findById(stageId);
    const build = stage && (await builds.findById(stage.buildId));
    const repo = stage && (await repos.findById(stage.repoId));
    if (!build || !repo || isFinished(stage.status)) {
      return `This build has finished, so its credentials cannot read ${target.slug}`;
    }
    if (target.id === repo.id) return null;
    if (isOfStrangers(build.event, build.sourceRepo, repo.slug)) {
      return `Builds of commits from forks may only read ${repo.slug} and public repositories`;
    }
    const { id } = target;
    const grants = id === undefined ? [] : await askAll(contributed.mayBuildsRead, repo.id, id);
    if (grants.includes(true)) return null;
    return (
      `Builds of ${repo.slug} may not read ${target.slug}. If it exists, an admin of both can allow it ` +
      `in the settings of ${repo.slug}, under Build Access: ${forge.repoUrl(repo)}/settings/build-access`
    );
  };
}
