import { setImmediate } from 'node:timers/promises';
import {
  type Build,
  type BuildChanges,
  type BuildCommand,
  type BuildFile,
  type BuildState,
  decide,
  type Expansion,
  isOlderRun,
  isReadyToExpand,
  type NewBuild,
  type NewStage,
  type PastBuild,
  type Refusal,
  type Stage,
  type Step,
} from '@millrace/build-rules';
import { badRequest, missing, notFound } from '@millrace/contract/api-errors';
import { RunnerConflict } from '@millrace/contract/runner';
import { isFinished } from '@millrace/contract/vocabulary';
import type { Clock } from '@millrace/node-kit/clock';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import type { DecidedMatrices } from '@millrace/pipeline';
import type { Database, Db } from '../db/database.ts';
import { isPostgres } from '../db/dialect.ts';
import { acquireLock } from '../db/locks.ts';
import { addFacts } from '../db/recorded-change.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Person } from '../domain/person.ts';
import type { BuildChanged, Bus } from '../shared/bus.ts';
import type { Measurements } from '../shared/measurements.ts';
import { BuildChangesStore } from './build-changes-store.ts';
import { BuildStore } from './build-store.ts';
import { BuildWriter } from './build-writer.ts';
import { LatestBuildStore } from './latest-build-store.ts';
import { measureChange } from './measure-change.ts';
import { StageStore } from './stage-store.ts';

/** Duration of a deletion from which on the next one is smaller. */
const maxDeletionMs = 25;
const maxDeleted = 200;

interface Deps {
  db: Database;
  bus: Bus;
  clock: Clock;
  measurements: Measurements;
  /** Called in the transaction if the database itself publishes changes, to all servers including this one. */
  announce?: ((trx: Db, change: BuildChanged) => Promise<void>) | undefined;
}

/** Maximum builds deleted per transaction of a purge, so that other writes can run in between. */
const purgedAtOnce = 100;

/** Build that a command changes, identified by the build itself, a stage or a step. */
export type BuildTarget = { build: number } | { stage: number } | { step: number };

/**
 * A command, or a function that decides on one in the transaction and may write related data. Null changes
 * nothing.
 */
type Sent = BuildCommand | ((db: Db) => Promise<BuildCommand | null>);

/** Builds whose names are replaced in one transaction. */
const replacedAtOnce = 5000;

interface NewWork {
  build: NewBuild;
  file: BuildFile;
  stages: NewStage[];
  /** False if the build has a target, but runs nothing for it. */
  isDeployment?: boolean;
  /** Claims the request for the build. Returns false, and no build is created, if it was already processed. */
  claim?: ((db: Db) => Promise<boolean>) | undefined;
  /** Whether the new build supersedes an older, unfinished run of its branch or pull request, which is then skipped. */
  supersedes?: (older: Build, stages: readonly Stage[]) => boolean;
}

/**
 * The only way to change builds, stages and steps. Loads and locks the build, lets the rules decide, writes
 * the changes with an entry in the outbox, and publishes them after the commit.
 */
export class ChangeBuild {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Returns null if this request was already processed. */
  async create({
    build,
    file,
    stages,
    isDeployment,
    claim,
    supersedes,
  }: NewWork): Promise<Build | null> {
    const made = await inTransaction(this.deps.db, async (trx) => {
      if (claim && !(await claim(trx))) return null;
      const created = await new BuildWriter(trx).insert(build, file, stages);
      await new LatestBuildStore(trx).record(created, isDeployment);
      addFacts({ build: created.number });
      // In this transaction, because a crash after it would leave the older builds running.
      const skipped = supersedes ? await this.supersede(trx, created, supersedes) : [];
      const event = await this.note(trx, created, [], stages.length > 0);
      return { created, events: [...skipped, event] };
    });
    if (!made) return null;
    for (const event of made.events) this.tell(event);
    return made.created;
  }

  /**
   * Stores finished builds of another server under their own numbers, which must be free. They are no news: the
   * outbox does not get them, so they cause no notifications and commit statuses.
   *
   * @param addData stores data of their steps in the same transaction, by the keys of the steps
   */
  async addPast(
    past: readonly PastBuild[],
    addData: (trx: Db, stepIds: ReadonlyMap<number, number>) => Promise<void>,
  ): Promise<void> {
    await inTransaction(this.deps.db, async (trx) => {
      const { builds, stepIds } = await new BuildWriter(trx).insertPast(past);
      await new LatestBuildStore(trx).recordPast(builds);
      await addData(trx, stepIds);
    });
  }

  /**
   * Carries out a command and returns the new state, even if it was already carried out. Returns null if
   * there was no command. Throws {@link RunnerConflict}, or an error with status 404 or 400, if the rules
   * reject it.
   */
  async send(target: BuildTarget, command: BuildCommand): Promise<BuildState>;
  async send(target: BuildTarget, sent: Sent): Promise<BuildState | null>;
  async send(target: BuildTarget, sent: Sent): Promise<BuildState | null> {
    const done = await inTransaction(this.deps.db, async (trx) => {
      await lock(trx, target);
      const command = typeof sent === 'function' ? await sent(trx) : sent;
      return command && this.carryOut(trx, target, command);
    });
    if (done?.event) this.tell(done.event);
    if (done?.before) measureChange(done.before, done.state, this.deps.measurements);
    return done?.state ?? null;
  }

  /** Replaces a placeholder by the stages that outputs have decided, and stores their values for runners. */
  async expandStage(
    { id: stageId, buildId }: Pick<Stage, 'id' | 'buildId'>,
    expansion: Expansion,
    decided: DecidedMatrices,
  ): Promise<void> {
    await this.send({ build: buildId }, async (trx) => {
      const stages = await new StageStore(trx).list(buildId);
      const placeholder = stages.find(({ id }) => id === stageId);
      if (!placeholder || !isReadyToExpand(placeholder, stages)) return null;
      await new BuildWriter(trx).decideMatrix(buildId, decided);
      return { kind: 'expandStage', stageId, expansion };
    });
  }

  /** Replaces a person in all builds. Many builds do not lock the database for long. */
  async replacePerson(person: Person): Promise<void> {
    const { db } = this.deps;
    const last = await new BuildStore(db).findLastId();
    for (let from = 1; from <= last; from += replacedAtOnce) {
      const ids = [from, from + replacedAtOnce - 1] as const;
      await inTransaction(db, (trx) => new BuildWriter(trx).replacePerson(person, ids));
    }
  }

  /** Adds the words of error lines to the search index of a build. */
  async addFailureWords(trx: Db, build: Pick<Build, 'id' | 'repoId'>, text: string): Promise<void> {
    await new BuildWriter(trx).addFailureWords(build, text);
  }

  private async carryOut(
    trx: Db,
    target: BuildTarget,
    command: BuildCommand,
  ): Promise<{ state: BuildState; before?: BuildState; event?: BuildChanged }> {
    const state = await load(trx, target);
    const decision = decide(state, command, this.deps.clock.nowSec());
    if (!decision) return { state };
    if ('refusal' in decision) throw errorOf(decision.refusal);
    const { changes } = decision;
    const changed = await new BuildWriter(trx).apply(state, changes);
    const event = await this.note(trx, changed.build, endedSteps(changes), changes.freesQueue);
    return { state: changed, before: state, event };
  }

  /** Skips the older builds. Creating a build locks its repository, so no other build is created meanwhile. */
  private async supersede(
    trx: Db,
    created: Build,
    supersedes: NonNullable<NewWork['supersedes']>,
  ): Promise<BuildChanged[]> {
    const open = await new BuildStore(trx).listUnfinished(created.repoId);
    const events: BuildChanged[] = [];
    for (const older of open.filter((each) => isOlderRun(created, each))) {
      const target = { build: older.id };
      await lock(trx, target);
      const stages = await new StageStore(trx).list(older.id);
      if (!supersedes(older, stages)) continue;
      const { event } = await this.carryOut(trx, target, { kind: 'supersede' });
      if (event) events.push(event);
    }
    return events;
  }

  /** Deletes the finished builds before a number, except pinned ones, with everything that belongs to them. */
  async purge(repoId: number, before: number): Promise<void> {
    const builds = new BuildStore(this.deps.db);
    for (let isMore = true; isMore; await setImmediate()) {
      const ids = await builds.listDeletable(repoId, before, purgedAtOnce);
      await this.delete(ids);
      isMore = ids.length === purgedAtOnce;
    }
  }

  /**
   * Deletes those of these builds that are finished and not pinned, with everything that belongs to them.
   * Returns their number.
   */
  async delete(ids: readonly number[]): Promise<number> {
    return await inTransaction(this.deps.db, (trx) => new BuildWriter(trx).delete(ids));
  }

  /** Deletes all builds of a repository, some in each transaction, so that other clients never wait for all of them. */
  async deleteAllOf(repoId: number): Promise<void> {
    const slice = new TimeSlice();
    for (let atOnce = 1; ; ) {
      const startedMs = performance.now();
      const limit = atOnce;
      const deleted = await inTransaction(this.deps.db, (trx) =>
        new BuildWriter(trx).deleteSomeOf(repoId, limit),
      );
      if (deleted === 0) return;
      const isSlow = performance.now() - startedMs > maxDeletionMs;
      atOnce = isSlow ? Math.max(1, Math.floor(atOnce / 2)) : Math.min(2 * atOnce, maxDeleted);
      await slice.next();
    }
  }

  /**
   * Runs a job in a transaction that locks the build. Returns undefined, and does not run the job, if the build
   * is unfinished, pinned or deleted.
   */
  async ifDeletable<Result>(
    build: number,
    job: (trx: Db) => Promise<Result>,
  ): Promise<Result | undefined> {
    return await inTransaction(this.deps.db, async (trx) => {
      await lock(trx, { build });
      return (await new BuildStore(trx).isDeletable(build)) ? await job(trx) : undefined;
    });
  }

  private async note(
    trx: Db,
    { id: buildId, repoId, version, status }: Build,
    ended: number[],
    freesQueue: boolean,
  ): Promise<BuildChanged> {
    // Ids are committed in order: a subscriber that has seen a change has seen all earlier ones.
    await acquireLock(trx, 'outbox');
    const id = await new BuildChangesStore(trx).add({ repoId, buildId, version });
    const change = { id, repoId, buildId, version, status, endedSteps: ended, freesQueue };
    await this.deps.announce?.(trx, change);
    return change;
  }

  private tell(change: BuildChanged): void {
    if (!this.deps.announce) this.deps.bus.publish('buildChanged', change);
  }
}

/** Locks the build until the end of the transaction. */
async function lock(trx: Db, target: BuildTarget): Promise<void> {
  if (!isPostgres(trx)) return;
  const stages = trx.selectFrom('stages').select('build_id');
  const stageOfStep = (step: number) =>
    trx.selectFrom('steps').select('stage_id').where('id', '=', step);
  let builds = trx.selectFrom('builds').select('id');
  if ('build' in target) builds = builds.where('id', '=', target.build);
  else if ('stage' in target)
    builds = builds.where('id', '=', stages.where('id', '=', target.stage));
  else builds = builds.where('id', '=', stages.where('id', '=', stageOfStep(target.step)));
  await builds.forUpdate().execute();
}

/** Loads the build with its stages, and the steps of all stages only if the command may need them. */
async function load(db: Db, target: BuildTarget): Promise<BuildState> {
  const { stages, steps } = await loadStages(new StageStore(db), target);
  const buildId = 'build' in target ? target.build : stages[0]?.buildId;
  if (buildId === undefined) throw new RunnerConflict('There is no such stage or step');
  const build = await new BuildStore(db).findById(buildId);
  if (!build) throw notFound();
  return { build, stages, steps };
}

async function loadStages(
  store: StageStore,
  target: BuildTarget,
): Promise<Pick<BuildState, 'stages' | 'steps'>> {
  if ('build' in target) {
    const stages = await store.list(target.build);
    return { stages, steps: await store.listSteps(stages.map(({ id }) => id)) };
  }
  const steps =
    'step' in target
      ? await store.listStepsBeside(target.step)
      : await store.listSteps([target.stage]);
  const stageId = 'stage' in target ? target.stage : steps[0]?.stageId;
  return { stages: stageId === undefined ? [] : await store.listBeside(stageId), steps };
}

function endedSteps({ steps }: BuildChanges): number[] {
  const hasEnded = ({ status }: Partial<Step>) => status !== undefined && isFinished(status);
  return [...steps].filter(([, change]) => hasEnded(change)).map(([id]) => id);
}

function errorOf({ reason, message }: Refusal): Error {
  if (reason === 'conflict') return new RunnerConflict(message);
  return reason === 'unknown' ? missing(message) : badRequest(message, 'wrong_state');
}
