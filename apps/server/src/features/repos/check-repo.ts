import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { Repo } from '../../domain/repo.ts';
import type { Forge } from '../../forges/forge.ts';
import { NobodyHasAccessError } from '../../forges/remote/forge-errors.ts';
import type { ForgeReposStore } from '../../repositories/forge-repos-store.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import type { RepoSyncStore } from './repo-sync-store.ts';

interface Deps {
  forge: Pick<Forge, 'findRepo'>;
  repos: Pick<RepoStore, 'findById' | 'update'>;
  syncStore: Pick<RepoSyncStore, 'refresh' | 'deactivate'>;
  forgeRepos: Pick<ForgeReposStore, 'setMissing'>;
  clock: Clock;
  logger: Logger;
}

/** Refreshes an active repository from the forge, in case an event was lost. */
export function createCheckRepo(deps: Deps) {
  const { forge, repos, syncStore, forgeRepos, clock, logger } = deps;
  /** Makes a public repository private, because the forge no longer shows whether it is public. */
  const close = async (repo: Repo) => {
    if (repo.visibility !== 'public') return;
    // `isForgePrivate` makes it public again when an account next sees it as public at the forge.
    await repos.update(repo.id, { visibility: 'private', isForgePrivate: true });
    logger.warn(
      { repo: repo.slug },
      'A repository was made private: no account of this server can read it at the forge',
    );
  };
  return async (repoId: number): Promise<'done' | 'again'> => {
    const repo = await repos.findById(repoId);
    if (!repo?.active) return 'done';
    const facts = await forge.findRepo(repo).catch(async (error: unknown) => {
      if (!(error instanceof NobodyHasAccessError)) throw error;
      await close(repo);
      return 'unknown' as const;
    });
    if (facts === 'unknown') return 'done';
    const now = clock.nowSec();
    if (facts) {
      await forgeRepos.setMissing(repo.id, 0);
      await syncStore.refresh(repo, facts, now);
      return 'done';
    }
    // A forge that is being restored may list no repositories for a moment, so the repository must be missing
    // twice.
    if (!(await forgeRepos.setMissing(repo.id, now))) {
      await syncStore.deactivate(repo, now);
      logger.warn(
        { repo: repo.slug },
        'A repository was deactivated: the forge no longer lists it',
      );
      return 'done';
    }
    await close(repo);
    return 'again';
  };
}
