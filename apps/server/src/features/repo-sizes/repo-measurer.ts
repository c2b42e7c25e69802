import type { Clock } from '@millrace/node-kit/clock';
import type { RepositoryFiles } from '../../forges/builtin/repository-files.ts';
import type { Ports } from '../../ports.ts';
import type { DueRepo, RepoSizeStore } from './repo-size-store.ts';

/** Age at which a size is measured again. */
const maxAgeSec = 3600;
/** Repositories that are measured in one run, so that the work is spread over time. */
const maxReposPerRun = 20;

interface Deps {
  sizes: RepoSizeStore;
  files: Pick<RepositoryFiles, 'measure'>;
  ports: Pick<Ports, 'measureLogs' | 'measureArtifacts' | 'measureCaches'>;
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
    const { sizes, files, ports, clock } = this.deps;
    const git = repo.forge === 'builtin' ? await files.measure(repo.namespace, repo.name) : 0;
    const logs = await ports.measureLogs(repo.id, stopped);
    const artifacts = await ports.measureArtifacts(repo.id);
    const caches = await ports.measureCaches(repo.id);
    // An aborted measurement is incomplete.
    if (stopped.aborted) return;
    await sizes.set(repo.id, { git, logs, artifacts, caches, measured: clock.nowSec() });
  }
}
