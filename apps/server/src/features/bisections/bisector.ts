import type { Build } from '@millrace/build-rules';
import { AppError, RetryLaterError, ServiceError } from '@millrace/contract/api-errors';
import { hasFailed, isFinished } from '@millrace/contract/vocabulary';
import type { BuildRequest } from '../../builds/build-request.ts';
import type { Contributed } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import {
  type BisectionDecision,
  decideBisection,
} from '../../domain/bisection/decide-bisection.ts';
import type { Repo } from '../../domain/repo.ts';
import type { ForgeCommit } from '../../forges/forge.ts';
import { askAll } from '../../shared/ask.ts';
import type { BuildsPort } from '../builds/port.ts';
import { automaticStarter, type Bisection, type BisectionRun, isFinishedRun } from './bisection.ts';
import { BisectionStore } from './bisection-store.ts';
import { bisectionLimits } from './limits.ts';
import { readOutcome } from './read-outcome.ts';

interface Deps
  extends Pick<
    Core,
    'db' | 'bus' | 'clock' | 'builds' | 'stages' | 'repos' | 'changeBuild' | 'users' | 'repoAccess'
  > {
  buildsPort: Pick<BuildsPort, 'createBuild'>;
  contributed: Pick<Contributed, 'isSameCause'>;
  /** Called in the transaction in which a bisection finds commits. */
  onFound: (trx: Db, bisection: Bisection) => Promise<void>;
  /** Adds another job for the bisection. */
  addJob: (trx: Db, bisection: Bisection) => Promise<void>;
}

/** Takes the steps of bisections: reads the outcome of a finished run, then starts the next one or ends. */
export class Bisector {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Takes the next step. Does nothing while a run is unfinished. */
  async advance(id: number, stopped: AbortSignal): Promise<void> {
    const store = new BisectionStore(this.deps.db);
    const bisection = await store.find(id);
    if (!bisection) return;
    const commits = await store.listCommits(id);
    const runs = await store.listRuns(id);
    const open = runs.find((run) => !isFinishedRun(run));
    const build = open && (await this.findBuild(bisection, open, commits));
    if (bisection.status !== 'running') return this.cancelRun(bisection, open, build);
    if (build && !isFinished(build.status)) return;
    if (open) {
      open.outcome = build ? await this.readOutcome(bisection, build, stopped) : 'unclear';
      const change = { build: build?.number ?? 0, outcome: open.outcome };
      await inTransaction(this.deps.db, (trx) =>
        new BisectionStore(trx).updateRun(id, open.number, change),
      );
    }
    const decision = decideOn(bisection, commits.length, runs);
    const next = commits[(decision.next ?? 0) - 1];
    if (decision.result !== 'running' || decision.next === undefined || !next) {
      return this.finish(bisection, decision);
    }
    await this.startRun(bisection, {
      commit: next,
      position: decision.next,
      number: runs.length + 1,
      before: commits[decision.next - 2]?.sha ?? bisection.goodCommit,
    });
  }

  /** Ends a bisection that cannot continue. */
  async fail(id: number, reason: string): Promise<void> {
    const { db, clock } = this.deps;
    await inTransaction(db, (trx) =>
      new BisectionStore(trx).finish(id, {
        status: 'failed',
        error: reason,
        finished: clock.nowSec(),
      }),
    );
  }

  private async finish(bisection: Bisection, decision: BisectionDecision): Promise<void> {
    const { db, bus, clock, onFound } = this.deps;
    const { result, best, none, confidence } = decision;
    const isFound = result === 'found';
    const end = {
      status: result === 'running' ? ('unknown' as const) : result,
      firstBad: isFound ? best.from : 0,
      lastBad: isFound ? best.to : 0,
      confidence: result === 'random' ? none : confidence,
      finished: clock.nowSec(),
    };
    await inTransaction(db, async (trx) => {
      if (!(await new BisectionStore(trx).finish(bisection.id, end))) return;
      if (isFound) await onFound(trx, { ...bisection, ...end });
    });
    bus.publish('jobAdded', {});
  }

  private async cancelRun(
    bisection: Bisection,
    run: BisectionRun | undefined,
    build: Build | undefined,
  ): Promise<void> {
    if (!run) return;
    const { changeBuild, db } = this.deps;
    const login = bisection.canceledBy || bisection.starter;
    if (build && !isFinished(build.status)) {
      await changeBuild.send({ build: build.id }, { kind: 'cancel', login });
    }
    const change = { build: build?.number ?? 0, outcome: 'unclear' as const };
    await inTransaction(db, (trx) =>
      new BisectionStore(trx).updateRun(bisection.id, run.number, change),
    );
  }

  /** Finds the build of a run. After a crash, the run does not have its number yet. */
  private async findBuild(
    { id, repoId }: Bisection,
    run: BisectionRun,
    commits: readonly ForgeCommit[],
  ): Promise<Build | undefined> {
    const { builds } = this.deps;
    if (run.build > 0) return builds.findByNumber(repoId, run.build);
    return builds.findNewestOfBisection(repoId, id, commits[run.commit - 1]?.sha ?? '');
  }

  private async readOutcome(bisection: Bisection, build: Build, stopped: AbortSignal) {
    const { stages, contributed } = this.deps;
    const stage = (await stages.list(build.id)).find(({ name }) => name === bisection.stage);
    const step =
      stage && (await stages.listSteps([stage.id])).find(({ name }) => name === bisection.step);
    const asked = step && hasFailed(step.status) ? contributed.isSameCause : [];
    const answers = await askAll(asked, step?.id ?? 0, bisection.stepId, stopped);
    return readOutcome({ build, stage, step }, answers.includes(false));
  }

  /** The person who started a bisection may have lost the permission since then. */
  private async mayStart(repo: Repo, starter: string): Promise<boolean> {
    if (starter === automaticStarter) return true;
    const { users, repoAccess } = this.deps;
    const user = await users.findByLogin(starter);
    return user?.active === true && (await repoAccess.accessTo(repo, user)).permissions.write;
  }

  private async startRun(
    bisection: Bisection,
    target: { commit: ForgeCommit; position: number; number: number; before: string },
  ): Promise<void> {
    const { db, bus, clock, repos, builds, buildsPort, addJob } = this.deps;
    const repo = await repos.findById(bisection.repoId);
    const failed = await builds.findByNumber(bisection.repoId, bisection.build);
    if (!repo?.active) return this.fail(bisection.id, 'The repository is not active');
    if (!failed) return this.fail(bisection.id, `Build ${bisection.build} was deleted`);
    if (!(await this.mayStart(repo, bisection.starter))) {
      return this.fail(bisection.id, `${bisection.starter} may no longer start builds`);
    }
    const run = { number: target.number, commit: target.position, build: 0 };
    const claim = (trx: Db) =>
      new BisectionStore(trx).addRun(bisection.id, {
        ...run,
        outcome: '',
        created: clock.nowSec(),
      });
    let hasClaimed = false;
    const request = toRequest(bisection, failed, target);
    const build = await createUnlessBroken(buildsPort, repo, {
      ...request,
      claim: async (trx) => {
        hasClaimed = true;
        return claim(trx);
      },
    });
    await inTransaction(db, async (trx) => {
      const store = new BisectionStore(trx);
      if (build) return store.updateRun(bisection.id, target.number, { build: build.number });
      // Another server has started the run, or the bisection was canceled.
      if (hasClaimed) return;
      const broken = { ...run, outcome: 'unbuildable' as const, created: clock.nowSec() };
      if (await store.addRun(bisection.id, broken)) await addJob(trx, bisection);
    });
    bus.publish('jobAdded', {});
  }
}

/** Decides about a bisection after its finished runs. */
export function decideOn(
  { failures, flakiness }: Pick<Bisection, 'failures' | 'flakiness'>,
  commits: number,
  runs: readonly BisectionRun[],
): BisectionDecision {
  const finished = runs.filter(isFinishedRun);
  return decideBisection({ commits, failures, flakiness, runs: finished }, bisectionLimits.runs);
}

/** Returns null if the commit has no such step, or no pipeline file. */
async function createUnlessBroken(
  buildsPort: Pick<BuildsPort, 'createBuild'>,
  repo: Repo,
  request: BuildRequest,
): Promise<Build | null> {
  try {
    return await buildsPort.createBuild(repo, request);
  } catch (error) {
    const isOfCommit =
      error instanceof AppError &&
      !(error instanceof RetryLaterError) &&
      !(error instanceof ServiceError) &&
      (error.status === 400 || error.status === 404);
    if (isOfCommit) return null;
    throw error;
  }
}

/** The build has the event of the failed one, so that it has the same conditions and secrets. */
function toRequest(
  { id, stage, step, starter, reader }: Bisection,
  failed: Build,
  { commit, before }: { commit: ForgeCommit; before: string },
): BuildRequest {
  const { event, action, ref, target, source, sourceRepo, params, cron, deployTo } = failed;
  const isAutomatic = starter === automaticStarter;
  return {
    event,
    action,
    ref,
    target,
    source,
    sourceRepo,
    params,
    cron,
    deployTo,
    trigger: starter,
    sender: isAutomatic ? failed.sender : starter,
    reader,
    // People whose builds wait for approval cannot start a bisection.
    isByAdmin: true,
    commit,
    before,
    parent: failed.number,
    title: `[bisection ${id}] ${commit.message.split('\n', 1)[0]}`,
    bisection: { id, stage, step },
  };
}
