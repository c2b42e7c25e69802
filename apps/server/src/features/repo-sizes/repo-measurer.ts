import type { Clock } from '@millrace/node-kit/clock';
import type { Contributed } from '../../contributions.ts';
import type { RepositoryFiles } from '../../forges/builtin/repository-files.ts';
import type { DueRepo, RepoSizeStore } from './repo-size-store.ts';

/** Age at which a size is measured again. */
const maxAgeSec = 3600;
/** Repositories that are measured in one run, so that the work is spread over time. */
const maxReposPerRun = 20;

const partNames = ['logs', 'artifacts', 'caches'] as const;

interface Deps {
  sizes: RepoSizeStore;
  files: Pick<RepositoryFiles, 'measure'>;
  contributed: Pick<Contributed, 'repoSizes'>;
  clock: Pick<Clock, 'nowSec'>;
}

/** Measures the stored bytes of repositories, some at a time. */
export class RepoMeasurer {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async run(stopped: AbortSignal): Promise<void> {
    const { sizes, clock } = this.deps;
    const due = await sizes.listDue(clock.nowSec() - maxAgeSec, maxReposPerRun);
    for (const repo of due) {
      if (!stopped.aborted) await this.measure(repo, stopped);
    }
  }

  private async measure(repo: DueRepo, stopped: AbortSignal): Promise<void> {
    const { sizes, files, contributed, clock } = this.deps;
    const git = repo.forge === 'builtin' ? await files.measure(repo.namespace, repo.name) : 0;
    const parts = { logs: 0, artifacts: 0, caches: 0 };
    for (const measures of contributed.repoSizes) {
      for (const part of partNames) parts[part] += (await measures[part]?.(repo.id, stopped)) ?? 0;
    }
    // An aborted measurement is incomplete.
    if (stopped.aborted) return;
    await sizes.set(repo.id, { git, ...parts, measured: clock.nowSec() });
  }
}
