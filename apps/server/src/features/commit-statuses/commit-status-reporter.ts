import { branchRef } from '@millrace/contract/git-ref';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { BuildChangesStore } from '../../builds/build-changes-store.ts';
import { BuildJobs } from '../../builds/build-jobs.ts';
import type { Database } from '../../db/database.ts';
import type { Build } from '../../domain/build.ts';
import type { Repo } from '../../domain/repo.ts';
import type { RemoteForge } from '../../forges/remote/remote-forge.ts';
import type { Loop } from '../../jobs/loop.ts';
import type { Bus } from '../../shared/bus.ts';
import type { Measurements } from '../../shared/measurements.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import type { CommitStatusStore, ReportedStatus } from './commit-status-store.ts';
import { contextOf, describeStatus } from './describe-status.ts';

interface Deps {
  statuses: CommitStatusStore;
  changes: BuildChangesStore;
  db: Database;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  measurements: Measurements;
  forge: Pick<RemoteForge, 'kind' | 'reportStatus' | 'reportDeployment'>;
  findBuild: (id: number) => Promise<Build | undefined>;
  /** Whether a stage of the build waits for approval. */
  isBlocked: (build: Build) => Promise<boolean>;
  findRepo: (id: number) => Promise<Repo | undefined>;
  publicUrl: () => string;
  /** Prefix of the context of each status; null for the default contexts. */
  statusName: string | null;
}

/** Maximum time to retry while the forge is unavailable. Afterwards the status is dropped. */
const giveUpSec = 24 * 60 * 60;

/** Reports the status of builds to the forge, which shows it beside their commits. */
export class CommitStatusReporter implements Loop {
  private readonly deps: Deps;
  private readonly jobs: BuildJobs;

  constructor(deps: Deps) {
    this.deps = deps;
    this.jobs = new BuildJobs(deps, {
      ...{ name: 'commit-status', listener: 'commit statuses', giveUpSec },
      keyOf: (_, { buildId }) => String(buildId),
      run: (buildId) => this.report(buildId),
    });
  }

  run(): void {
    this.jobs.run();
  }

  stop(): Promise<void> {
    return this.jobs.stop();
  }

  private async report(buildId: number): Promise<void> {
    const { statuses, findBuild } = this.deps;
    const build = await findBuild(buildId);
    if (!build || build.bisection) return;
    const reported = await statuses.find(buildId);
    const current = await this.show(build, reported);
    if (current !== reported) await whileBusy(() => statuses.store(build, current));
  }

  /** Reports a status, and returns the new state at the forge; the same object if nothing changed. */
  private async show(build: Build, reported: ReportedStatus): Promise<ReportedStatus> {
    const { statuses, forge, findRepo, isBlocked, publicUrl, statusName } = this.deps;
    const repo = await findRepo(build.repoId);
    if (repo?.forge !== forge.kind) return reported;
    const { after, deployTo } = build;
    const isWaiting = build.status === 'pending' && (await isBlocked(build));
    const status = isWaiting ? 'blocked' : build.status;
    if (status === reported.shown) return reported;
    const state = {
      status,
      description: describeStatus(status),
      url: `${publicUrl()}/${repo.slug}/${build.number}`,
    };
    const context = contextOf(statusName, build);
    const newer = await statuses.listNewer(build);
    if (context && !newer.some((other) => contextOf(statusName, other) === context)) {
      const ref = build.sourceRepo === repo.slug ? branchRef(build.source) : build.ref;
      await forge.reportStatus(repo, after, { ...state, context, ref });
    }
    if (!deployTo) return { shown: status, deployment: '' };
    // A deployment is always reported, even if a newer build reports the status of the commit.
    const facts = { ...state, environment: deployTo };
    return {
      shown: status,
      deployment: await forge.reportDeployment(repo, after, facts, reported.deployment),
    };
  }
}
