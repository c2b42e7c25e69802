import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { Repo } from '../../domain/repo.ts';
import type { Forge } from '../../forges/forge.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import type { RepoSyncStore } from './repo-sync-store.ts';

interface Deps {
  forge: Pick<Forge, 'kind' | 'findRepo'>;
  repos: Pick<RepoStore, 'findById'>;
  syncStore: () => Pick<RepoSyncStore, 'refresh' | 'deactivate'>;
  clock: Clock;
  logger: Logger;
}

/**
 * Reconciles a repository whose name now belongs to another one: it was renamed or deleted at the forge. If
 * the forge is unavailable, the repository does not change until its next event.
 */
export function createReconcileRenamed(deps: Deps): (before: Repo) => Promise<void> {
  return async (before) => {
    const { forge, repos, syncStore, clock, logger } = deps;
    try {
      const repo = await repos.findById(before.id);
      if (!repo || !isAside(repo)) return;
      const facts = repo.forge === forge.kind ? await forge.findRepo(repo) : null;
      if (!facts) return await syncStore().deactivate(repo, clock.nowSec());
      const isSameName = `${facts.namespace}/${facts.name}` === before.slug;
      if (!isSameName) await syncStore().refresh(repo, facts, clock.nowSec());
    } catch (error) {
      logger.warn(
        { err: error, repo: before.slug },
        'A renamed or deleted repository could not be reconciled',
      );
    }
  };
}

/** Returns whether the repository still has its temporary name. */
function isAside({ id, name }: Repo): boolean {
  return name.endsWith(`.gone-${id}`);
}
