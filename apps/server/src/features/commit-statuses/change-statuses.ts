import type { Build } from '@millrace/build-rules';
import type { PipelineChangeResult } from '@millrace/contract/api';
import { RetryLaterError } from '@millrace/contract/api-errors';
import { pageSlug } from '@millrace/contract/reserved-names';
import { branchRef } from '@millrace/pipeline/git-ref';
import { z } from 'zod/mini';
import type { Core } from '../../core.ts';
import type { RemoteForge } from '../../forges/remote/remote-forge.ts';
import { type JobDeps, StoredJobs } from '../../jobs/stored-jobs.ts';
import type { CommitStatusStore } from './commit-status-store.ts';
import { changeContextOf, describeChange } from './describe-status.ts';

interface Deps extends JobDeps, Pick<Core, 'builds' | 'repos' | 'publicUrl'> {
  statuses: CommitStatusStore;
  forge: Pick<RemoteForge, 'kind' | 'reportStatus'>;
  statusName: string | null;
}

const payload = z.object({ buildId: z.number(), description: z.string() });

/** Maximum time to retry while the forge is unavailable. Afterwards the status is dropped. */
const giveUpSec = 24 * 60 * 60;
const recheckSec = 5;

/** Reports how earlier builds run under a changed pipeline file. It is information, so it always succeeds. */
export class ChangeStatuses {
  private readonly deps: Deps;
  readonly jobs: StoredJobs<z.infer<typeof payload>>;

  constructor(deps: Deps) {
    this.deps = deps;
    this.jobs = new StoredJobs(deps, {
      name: 'pipeline-change-status',
      payload,
      giveUpSec,
      run: (job) => this.report(job.payload),
    });
  }

  /** Stores the job that reports a finished back-test. */
  async add(
    { id, repoId }: Pick<Build, 'id' | 'repoId'>,
    result: PipelineChangeResult,
  ): Promise<void> {
    const description = describeChange(result);
    await this.jobs.add({ key: String(id), place: repoId, payload: { buildId: id, description } });
  }

  private async report({ buildId, description }: z.infer<typeof payload>): Promise<void> {
    const { statuses, forge, builds, repos, publicUrl, statusName } = this.deps;
    const build = await builds.findById(buildId);
    if (!build) return;
    const repo = await repos.findById(build.repoId);
    if (repo?.forge !== forge.kind) return;
    // As the only status of a commit, a success could let the forge merge it before its build has run.
    if ((await statuses.find(buildId)).shown === '') {
      throw new RetryLaterError(503, 'The status of the build is reported first', recheckSec);
    }
    await forge.reportStatus(repo, build.after, {
      status: 'success',
      description,
      context: changeContextOf(statusName),
      url: `${publicUrl()}/${pageSlug(repo.slug)}/${build.number}`,
      ref: build.sourceRepo === repo.slug ? branchRef(build.source) : build.ref,
    });
  }
}
