import { isOfFork } from '@millrace/build-host/builds/is-of-fork';
import type { Build, Stage, Step } from '@millrace/build-rules';
import { badRequest, conflict, missing } from '@millrace/contract/api-errors';
import { hasFailed } from '@millrace/contract/vocabulary';
import type { BuildStore } from '../../builds/build-store.ts';
import type { StageStore } from '../../builds/stage-store.ts';
import type { Core } from '../../core.ts';
import { acquireLock } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import { findBreak, type StepBreak } from '../../domain/bisection/find-break.ts';
import { countFlakyRuns, guessFlakiness } from '../../domain/bisection/flakiness.ts';
import { listFirstParents } from '../../domain/bisection/list-first-parents.ts';
import type { Repo } from '../../domain/repo.ts';
import type { ListedCommit } from '../../forges/forge.ts';
import type { Bisection, NewBisection } from './bisection.ts';
import { type BisectionJobs, toBisectionJob } from './bisection-jobs.ts';
import { BisectionStore } from './bisection-store.ts';
import { bisectionLimits } from './limits.ts';
import { readStepHistory } from './step-history.ts';

/** Other commits may have other stages, whose names say nothing about the file. */
const isDecided =
  'Outputs decide the stages of this matrix in each build, so no bisection can run one of them';

interface Deps extends Pick<Core, 'db' | 'clock' | 'forge' | 'pipelineReader'> {
  builds: BuildStore;
  stages: StageStore;
  jobs: Pick<BisectionJobs, 'addIn' | 'announce'>;
}

/** Numbers of build, stage and step. */
interface StepNumbers {
  build: number;
  stage: number;
  step: number;
}

/** A failed step of a build. */
export interface FailedStep {
  build: Build;
  stage: Stage;
  step: Step;
}

/** Starts bisections: finds the builds between which a step began to fail, and the commits between them. */
export class BisectionStarter {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /**
   * Lists the commits with which a failed step may have begun to fail, oldest first.
   *
   * @throws AppError if it cannot be searched
   */
  async findRange(repo: Repo, numbers: StepNumbers): Promise<ListedCommit[]> {
    return (await this.prepare(repo, numbers)).commits;
  }

  /**
   * Starts a bisection for a failed step.
   *
   * @throws AppError if it would find nothing
   */
  async start(
    repo: Repo,
    numbers: StepNumbers,
    by: Pick<Bisection, 'starter' | 'reader'>,
  ): Promise<Bisection> {
    const { failed, found, runs, commits } = await this.prepare(repo, numbers);
    if (commits.length < 2) {
      throw badRequest('There are no commits between the last good build and the first bad one');
    }
    return this.store(
      toNew(failed, found, { ...by, nowSec: this.deps.clock.nowSec(), runs }),
      commits,
    );
  }

  private async prepare(repo: Repo, numbers: StepNumbers) {
    if (!repo.active) throw badRequest('This repository is not active', 'wrong_state');
    const failed = await this.requireFailedStep(repo, numbers);
    const { found, runs } = await this.findBreak(failed);
    if (!found)
      throw badRequest('The step has not passed in an earlier build of the branch', 'wrong_state');
    const commits = await this.listCommits(repo, found);
    await this.requireStepInFile(repo, failed);
    return { failed, found, runs, commits };
  }

  /** Finds the builds between which a step began to fail, with all runs of the step. */
  async findBreak({ build, stage, step }: FailedStep) {
    const { results, runs } = await readStepHistory(this.deps.db, build, {
      stage: stage.name,
      step: step.name,
    });
    return { found: findBreak(results), runs };
  }

  private async requireFailedStep(repo: Repo, numbers: StepNumbers): Promise<FailedStep> {
    const { builds, stages } = this.deps;
    const build = await builds.findByNumber(repo.id, numbers.build);
    if (!build) throw missing(`There is no build ${numbers.build}`);
    const stage = (await stages.list(build.id)).find(({ number }) => number === numbers.stage);
    const step =
      stage && (await stages.listSteps([stage.id])).find(({ number }) => number === numbers.step);
    if (!step) {
      throw missing(`Build ${numbers.build} has no step ${numbers.step} in stage ${numbers.stage}`);
    }
    if (!hasFailed(step.status)) throw badRequest('The step has not failed', 'wrong_state');
    const refusal = refuseBuild(repo, build);
    if (refusal) throw badRequest(refusal);
    return { build, stage, step };
  }

  private async listCommits(repo: Repo, { good, bad }: StepBreak): Promise<ListedCommit[]> {
    if (good.commit === bad.commit) return [];
    const limit = bisectionLimits.commits;
    const listed = await this.deps.forge.listCommits(repo, good.commit, bad.commit, limit + 1);
    if (!listed) throw badRequest('The forge cannot list the commits between both builds');
    if (listed.length > limit) {
      throw badRequest(`There are more than ${limit} commits between both builds`);
    }
    const commits = listFirstParents(listed, good.commit, bad.commit);
    if (!commits) {
      throw badRequest(
        `The commits between both builds are unknown: the branch was rewritten, or the forge lists not all of them`,
      );
    }
    return commits;
  }

  /** Steps that the server or the runner adds, such as the clone, are not in the file. */
  private async requireStepInFile(repo: Repo, { build, stage, step }: FailedStep): Promise<void> {
    if (stage.matrixOf !== '') throw badRequest(isDecided);
    const { config } = await this.deps.builds.findFile(build.id);
    const name = { stage: stage.name, step: step.name };
    const restricted = await this.deps.pipelineReader.run(repo.slug, {
      name: 'restrictPipelines',
      input: [config, name],
    });
    if (!restricted) throw badRequest(`The pipeline file has no step ${step.name}`);
  }

  private async store(
    bisection: NewBisection,
    commits: readonly ListedCommit[],
  ): Promise<Bisection> {
    const stored = await inTransaction(this.deps.db, async (trx) => {
      await acquireLock(trx, 'bisections', bisection.repoId);
      const bisections = new BisectionStore(trx);
      const running = await bisections.listRunning(bisection.repoId);
      const same = running.find(
        ({ badCommit, stage, step }) =>
          badCommit === bisection.badCommit && stage === bisection.stage && step === bisection.step,
      );
      if (same)
        throw conflict(`Bisection ${same.id} is already running for this step`, 'wrong_state');
      if (running.length >= bisectionLimits.running) {
        throw conflict(
          `${running.length} bisections of this repository are running, which is the limit`,
        );
      }
      const inserted = await bisections.insert(bisection, commits);
      await bisections.deleteOldest(bisection.repoId, bisectionLimits.stored);
      await this.deps.jobs.addIn(trx, toBisectionJob(inserted));
      return inserted;
    });
    this.deps.jobs.announce();
    return stored;
  }
}

/** Returns why the failures of a build cannot be searched; undefined if they can. */
function refuseBuild(repo: Repo, build: Build): string | undefined {
  if (build.bisection) return 'The build belongs to a bisection itself';
  if (isOfFork(build.sourceRepo, repo.slug)) return 'The commit is in a fork';
  const isOfBranch = ['push', 'custom', 'cron'].includes(build.event);
  return isOfBranch ? undefined : 'Only builds of branches can be searched';
}

function toNew(
  { build, stage, step }: FailedStep,
  { good, bad, failures }: StepBreak,
  {
    starter,
    reader,
    nowSec,
    runs,
  }: Pick<Bisection, 'starter' | 'reader'> & {
    nowSec: number;
    runs: Parameters<typeof countFlakyRuns>[0];
  },
): NewBisection {
  return {
    repoId: build.repoId,
    status: 'running',
    error: '',
    starter,
    reader,
    canceledBy: '',
    build: build.number,
    stepId: step.id,
    stage: stage.name,
    step: step.name,
    goodBuild: good.build,
    goodCommit: good.commit,
    badBuild: bad.build,
    badCommit: bad.commit,
    failures,
    flakiness: guessFlakiness(countFlakyRuns(runs)),
    firstBad: 0,
    lastBad: 0,
    confidence: 0,
    created: nowSec,
    finished: 0,
  };
}
