import { branchRef } from '@millrace/contract/git-ref';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { BuildChangesStore } from '../../builds/build-changes-store.ts';
import type { Build } from '../../domain/build.ts';
import type { Repo } from '../../domain/repo.ts';
import type { RemoteForge } from '../../forges/remote/remote-forge.ts';
import type { Bus } from '../../shared/bus.ts';
import { AppError, RetryLaterError } from '../../shared/errors.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import { pauseAfter, WorkLoop } from '../../shared/work-loop.ts';
import type { CommitStatusStore, DueStatus } from './commit-status-store.ts';
import { contextOf, describeStatus } from './describe-status.ts';

interface Parts {
  statuses: CommitStatusStore;
  changes: BuildChangesStore;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  forge: Pick<RemoteForge, 'kind' | 'reportStatus' | 'reportDeployment'>;
  findBuild: (id: number) => Promise<Build | undefined>;
  /** Whether a stage of it waits for somebody to approve it. */
  isBlocked: (build: Build) => Promise<boolean>;
  findRepo: (id: number) => Promise<Repo | undefined>;
  publicUrl: () => string;
  /** The first part of the context of each status; null for the default contexts. */
  statusName: string | null;
}

/** The forge may be away: what it has to know is tried for a day. */
const givenUpSec = 24 * 60 * 60;

/** Shows beside each commit at the forge how its builds stand, of each repository in their order. */
export class CommitStatusReporter {
  private readonly parts: Parts;
  private readonly loop: WorkLoop<DueStatus>;
  private unsubscribe = () => {};
  private cursor: number | undefined;

  constructor(parts: Parts) {
    this.parts = parts;
    this.loop = new WorkLoop({
      ...parts,
      listDue: (nowSec) => this.listDue(nowSec),
      findNextDue: () => parts.statuses.findNextDue(),
      placeOf: ({ repoId }) => repoId,
      work: (due) => this.work(due),
    });
  }

  run(): void {
    const topics = ['buildChanged', 'newsMissed'] as const;
    this.unsubscribe = this.parts.bus.subscribeToAny(topics, () => this.loop.wake());
    // Another server may have gone on from here.
    this.cursor = undefined;
    this.loop.run();
  }

  stop(): Promise<void> {
    this.unsubscribe();
    return this.loop.stop();
  }

  private async listDue(nowSec: number): Promise<DueStatus[]> {
    await this.catchUp(nowSec);
    return this.parts.statuses.listDue(nowSec);
  }

  /** Takes over what the outbox has since the last time. */
  private async catchUp(nowSec: number): Promise<void> {
    const { statuses, changes } = this.parts;
    const newest = await changes.findNewest();
    const known = this.cursor ?? (await statuses.findCursor());
    if (newest === known) return;
    // Skips builds from before the forge was configured. Later ones are reported even after a crash.
    const missed = await changes.listAfter(known ?? newest);
    const last = missed?.at(-1)?.id ?? newest;
    await statuses.takeOver(missed ?? [], last, nowSec);
    this.cursor = last;
  }

  private async work(due: DueStatus): Promise<void> {
    const { statuses, clock, logger } = this.parts;
    try {
      const { shown, deployment } = await this.show(due);
      await whileBusy(() => statuses.end(due, shown, deployment));
    } catch (error) {
      const { buildId, tries } = due;
      const now = clock.nowSec();
      if (error instanceof RetryLaterError && now - due.since < givenUpSec) {
        logger.warn({ err: error, buildId }, 'The status of the commit is sent again later');
        const at = now + pauseAfter(tries, error.retryAfterSec);
        return whileBusy(() => statuses.postpone(buildId, at));
      }
      const level = error instanceof AppError ? 'warn' : 'error';
      logger[level]({ err: error, buildId }, 'The status of the commit is not shown');
      await whileBusy(() => statuses.end(due, due.shown, due.deployment));
    }
  }

  /** Returns the state that the forge knows afterwards. */
  private async show(due: DueStatus): Promise<Pick<DueStatus, 'shown' | 'deployment'>> {
    const { statuses, forge, findBuild, findRepo, isBlocked, publicUrl, statusName } = this.parts;
    const build = await findBuild(due.buildId);
    const repo = build && (await findRepo(build.repoId));
    if (!build || repo?.forge !== forge.kind) return due;
    const { after, deployTo } = build;
    const isWaiting = build.status === 'pending' && (await isBlocked(build));
    const status = isWaiting ? 'blocked' : build.status;
    if (status === due.shown) return due;
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
    // Each deployment is one of its own, whichever build speaks for the commit.
    const facts = { ...state, environment: deployTo };
    return {
      shown: status,
      deployment: await forge.reportDeployment(repo, after, facts, due.deployment),
    };
  }
}
