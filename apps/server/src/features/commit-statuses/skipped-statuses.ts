import type { SkippedEvent } from '@millrace/build-rules';
import { pageSlug } from '@millrace/contract/reserved-names';
import { buildEvents } from '@millrace/contract/vocabulary';
import { branchRef } from '@millrace/pipeline/git-ref';
import { z } from 'zod/mini';
import type { BuildRequest } from '../../builds/build-request.ts';
import type { Repo } from '../../domain/repo.ts';
import type { RemoteForge } from '../../forges/remote/remote-forge.ts';
import { type JobDeps, StoredJobs } from '../../jobs/stored-jobs.ts';
import type { CommitStatusStore } from './commit-status-store.ts';
import { contextsOf } from './describe-status.ts';

interface Deps extends JobDeps {
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
  target: z.string(),
  status: z.enum(['success', 'pending']),
  reason: z.string(),
});

/** Maximum time to retry while the forge is unavailable. Afterwards the status is dropped. */
const giveUpSec = 24 * 60 * 60;
/** Maximum length of a description at forges. */
const maxLength = 140;

/**
 * Reports events for which no build was created. It is a success if the pipeline file of the target branch excludes the
 * event, so that branch rules do not wait for a build. Otherwise, the author of the event could allow its merge.
 */
export class SkippedStatuses {
  private readonly deps: Deps;
  readonly jobs: StoredJobs<z.infer<typeof payload>>;

  constructor(deps: Deps) {
    this.deps = deps;
    this.jobs = new StoredJobs(deps, {
      name: 'skipped-status',
      payload,
      giveUpSec,
      run: (job) => this.report(job.payload),
    });
  }

  /** Stores the job that reports an event of the forge. */
  async add(
    { id, slug }: Pick<Repo, 'id' | 'slug'>,
    { event, commit, ref, target, source = '', sourceRepo }: BuildRequest,
    { reason, isExcludedByTarget }: SkippedEvent,
  ): Promise<void> {
    // A pending status would stay on a pushed commit without end, and nothing waits for it.
    if (!isExcludedByTarget && event !== 'pull_request') return;
    const { sha } = commit;
    const ownRef = sourceRepo === slug ? branchRef(source) : ref;
    await this.jobs.add({
      key: `${id} ${event} ${sha} ${target}`,
      place: id,
      payload: {
        repoId: id,
        sha,
        event,
        ref: ownRef,
        target,
        reason,
        status: isExcludedByTarget ? 'success' : 'pending',
      },
    });
  }

  private async report(job: z.infer<typeof payload>): Promise<void> {
    const { statuses, forge, findRepo, publicUrl, statusName } = this.deps;
    const { repoId, sha, event, ref, target, status, reason } = job;
    const repo = await findRepo(repoId);
    if (repo?.forge !== forge.kind) return;
    const built = await statuses.listOfCommit(repoId, sha);
    // A build of the same commit has a result, which must stay.
    const taken = new Set(built.flatMap((build) => contextsOf(statusName, build)));
    for (const context of contextsOf(statusName, { event, deployTo: '', target })) {
      if (taken.has(context)) continue;
      await forge.reportStatus(repo, sha, {
        status,
        description: `Build was skipped: ${reason}`.slice(0, maxLength),
        url: `${publicUrl()}/${pageSlug(repo.slug)}`,
        context,
        ref,
      });
    }
  }
}
