import { branchRef } from '@millrace/contract/git-ref';
import { buildEvents } from '@millrace/contract/vocabulary';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import { z } from 'zod/mini';
import type { BuildRequest } from '../../builds/build-request.ts';
import type { Database } from '../../db/database.ts';
import type { Repo } from '../../domain/repo.ts';
import type { RemoteForge } from '../../forges/remote/remote-forge.ts';
import type { Loop } from '../../jobs/loop.ts';
import { StoredJobs } from '../../jobs/stored-jobs.ts';
import type { Bus } from '../../shared/bus.ts';
import type { Measurements } from '../../shared/measurements.ts';
import type { CommitStatusStore } from './commit-status-store.ts';
import { contextOf } from './describe-status.ts';

interface Deps {
  db: Database;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  measurements: Measurements;
  statuses: CommitStatusStore;
  forge: Pick<RemoteForge, 'kind' | 'reportStatus'>;
  findRepo: (id: number) => Promise<Repo | undefined>;
  publicUrl: () => string;
  statusName: string | null;
}

const payload = z.object({
  repoId: z.number(),
  sha: z.string(),
  event: z.enum(buildEvents),
  ref: z.string(),
  reason: z.string(),
});

/** Maximum time to retry while the forge is unavailable. Afterwards the status is dropped. */
const giveUpSec = 24 * 60 * 60;
/** Maximum length of a description at forges. */
const maxLength = 140;

/** Reports commits for which no build was created, so that branch rules do not wait for one. */
export class SkippedStatuses implements Loop {
  private readonly deps: Deps;
  private readonly jobs: StoredJobs<z.infer<typeof payload>>;

  constructor(deps: Deps) {
    this.deps = deps;
    this.jobs = new StoredJobs(deps, {
      name: 'skipped-status',
      payload,
      giveUpSec,
      run: (job) => this.report(job.payload),
    });
  }

  run(): void {
    this.jobs.run();
  }

  stop(): Promise<void> {
    return this.jobs.stop();
  }

  /** Stores the job that reports an event of the forge. */
  async add(
    { id, slug }: Pick<Repo, 'id' | 'slug'>,
    { event, commit, ref, source = '', sourceRepo }: BuildRequest,
    reason: string,
  ): Promise<void> {
    const { sha } = commit;
    const ownRef = sourceRepo === slug ? branchRef(source) : ref;
    await this.jobs.add({
      key: `${id} ${event} ${sha}`,
      place: id,
      payload: { repoId: id, sha, event, ref: ownRef, reason },
    });
  }

  private async report({
    repoId,
    sha,
    event,
    ref,
    reason,
  }: z.infer<typeof payload>): Promise<void> {
    const { statuses, forge, findRepo, publicUrl, statusName } = this.deps;
    const repo = await findRepo(repoId);
    const context = contextOf(statusName, { event, deployTo: '' });
    if (repo?.forge !== forge.kind || !context) return;
    // A build of the same commit has a result, which must stay.
    const built = await statuses.listOfCommit(repoId, sha);
    if (built.some((build) => contextOf(statusName, build) === context)) return;
    await forge.reportStatus(repo, sha, {
      status: 'skipped',
      description: `Build was skipped: ${reason}`.slice(0, maxLength),
      url: `${publicUrl()}/${repo.slug}`,
      ...{ context, ref },
    });
  }
}
