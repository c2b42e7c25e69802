import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  createGraph,
  explainQueue,
  fairOrder,
  findOpenDependencies,
  isQueued,
  type KnownRunner,
  mayRun,
  type OpenStage,
  type OwnerLimitOf,
  ownFirst,
  QueueLimits,
  QueueSnapshot,
  type RunnerScope,
  raiseWaiting,
  type ServerPosition,
  type Stage,
  Turns,
  waitsForApproval,
  waitsForStart,
} from '@millrace/build-rules';
import type { StageWaiting } from '@millrace/contract/api';
import type { StageFilter } from '@millrace/contract/runner';
import { isFinished } from '@millrace/contract/vocabulary';
import type { Clock } from '@millrace/node-kit/clock';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import type { ChangeBuild } from '../../builds/change-build.ts';
import { OpenStages } from '../../builds/open-stages.ts';
import { StageStore } from '../../builds/stage-store.ts';
import { clearFlags, hasFlag, setFlag } from '../../cluster/server-flags.ts';
import type { Contributed } from '../../contributions.ts';
import type { Database, Db } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';
import { askAll } from '../../shared/ask.ts';
import type { Bus } from '../../shared/bus.ts';
import { SharedRead } from '../../shared/shared-read.ts';
import type { RightsOf, StageRightsReader } from './stage-rights.ts';

const offerMs = 1000;
/** Pause before the queue is read: about three times the time that a read takes. */
const pauseMsPerStage = 0.003;
const maxPauseMs = 200;

interface Offer {
  stage?: Stage;
  /** Milliseconds until the next check, if all matching stages are offered to other runners. */
  nextCheckMs?: number;
}

interface OpenQueue {
  isPaused: boolean;
  ownerLimitOf: OwnerLimitOf;
  /** Every unfinished stage, oldest first. */
  open: OpenStage[];
}

interface ReadQueue extends OpenQueue {
  snapshot: QueueSnapshot<OpenStage>;
}

interface Claim {
  machine: string;
  runner: string;
}

interface Deps {
  db: Database;
  bus: Bus;
  changeBuild: ChangeBuild;
  /** Lists connected runners, including those that run one of these stages. */
  listRunners: (open: readonly Stage[]) => Promise<KnownRunner[]>;
  findPosition: () => ServerPosition;
  rights: StageRightsReader;
  clock: Pick<Clock, 'nowSec'>;
  /** Time after which the priority of a waiting stage rises by one step. */
  raiseSec: number;
  contributed: Pick<Contributed, 'ownerLimits'>;
}

/** Selects the next stage for a runner, pauses the queue, and explains why stages wait. */
export class QueueService {
  private readonly deps: Deps;
  /** Turns of the claimed stages. Empty after a restart. */
  private readonly turns = new Turns();
  /**
   * Stages offered to runners. Concurrent requests get different stages, each reserved long enough to claim
   * it.
   */
  private readonly offers = new Map<number, { untilMs: number; stage: OpenStage }>();
  /** Grows with the number of waiting stages. */
  private pauseMs = 0;
  /** Shared, because every waiting runner reads the queue when a stage is added. */
  private readonly queue = new SharedRead(async (): Promise<ReadQueue> => {
    // Hundreds of changes follow each other when many builds are started, and a long queue takes long to read. Most of the
    // time is for other requests.
    if (this.pauseMs < 1) await new Promise(setImmediate);
    else await setTimeout(this.pauseMs);
    const isPaused = await this.isPaused();
    const open = isPaused ? [] : await this.listRaised();
    this.pauseMs = Math.min(open.length * pauseMsPerStage, maxPauseMs);
    const ownerLimitOf = await this.readOwnerLimits(this.deps.db);
    return { isPaused, open, ownerLimitOf, snapshot: new QueueSnapshot(open, ownerLimitOf) };
  });

  private readonly openStages: OpenStages;
  private readonly rights = new WeakMap<OpenQueue, Promise<RightsOf>>();
  private readonly explained = new WeakMap<OpenQueue, Promise<Map<number, StageWaiting>>>();

  constructor(deps: Deps) {
    this.deps = deps;
    this.openStages = new OpenStages(new StageStore(deps.db));
  }

  /**
   * Offers a matching stage to a runner, which may claim it. If all of them are offered to other runners,
   * returns the time until the next check.
   *
   * @param scope limits of the runner's own credential; undefined if it may run all stages
   */
  async offerNext(filter: StageFilter, scope?: RunnerScope): Promise<Offer> {
    const queue = await this.queue.take();
    if (queue.isPaused) return {};
    // Read only for such a runner, so that the usual ones do not wait for it.
    const credential = scope && { scope, rightsOf: await this.rightsIn(queue) };
    const now = performance.now();
    let nextCheckMs: number | undefined;
    for (const [id, { untilMs }] of this.offers) if (untilMs <= now) this.offers.delete(id);
    // Other runners will claim the stages that are offered to them.
    const turns = this.turns.followedBy([...this.offers.values()].map(({ stage }) => stage));
    const fitting = queue.snapshot.listFor(filter, turns, credential);
    for (const stage of ownFirst(fitting, this.deps.findPosition())) {
      const offered = this.offers.get(stage.id);
      if (!offered) {
        this.offers.set(stage.id, { untilMs: now + offerMs, stage });
        return { stage };
      }
      const offeredMs = offered.untilMs - now;
      nextCheckMs = Math.min(offeredMs, nextCheckMs ?? offeredMs);
    }
    return nextCheckMs === undefined ? {} : { nextCheckMs };
  }

  /**
   * Claims a stage. Returns undefined if another runner claimed it, the scope of the runner excludes it, a limit is
   * reached, or the queue is paused.
   */
  async claim(stageId: number, claim: Claim, scope?: RunnerScope): Promise<Stage | undefined> {
    const seen = await new StageStore(this.deps.db).findOpen(stageId);
    // If many runners try to claim a stage, most are too late. This check avoids waiting for the lock.
    if (!seen || !isQueued(seen)) return undefined;
    const claimed = await this.deps.changeBuild.send({ stage: stageId }, async (trx) => {
      if (await isPausedIn(trx)) return null;
      const stages = new StageStore(trx);
      const stage = await stages.findOpen(stageId);
      if (!stage || !isQueued(stage)) return null;
      // An offer says nothing: runners may name any stage, and its repository may have been renamed since.
      if (scope && !mayRun(stage, await this.deps.rights.readOne(trx, stage), scope)) return null;
      if (await this.isAtLimit(trx, stage)) return null;
      return { kind: 'claimStage', stageId, ...claim };
    });
    if (!claimed) return undefined;
    this.offers.delete(stageId);
    this.turns.serve(seen);
    return claimed.stages.find((stage) => stage.id === stageId);
  }

  /**
   * Lists the unfinished stages of all builds, oldest first, and the reasons why they are not running, by
   * stage id.
   */
  async listWaiting(): Promise<{ open: OpenStage[]; waiting: Map<number, StageWaiting> }> {
    const open = await this.listRaised();
    const waiting = explainDelayed(open);
    const ownerLimitOf = await this.readOwnerLimits(this.deps.db);
    const queue = { isPaused: await this.isPaused(), open, ownerLimitOf };
    for (const [id, reason] of await this.explain(queue)) waiting.set(id, reason);
    return { open, waiting };
  }

  /**
   * Explains why stages are not running, by stage id. `stages` must contain all stages of their builds, or
   * all unfinished ones.
   *
   * @param maxAgeMs maximum age of the queue that the stages are compared with. The stages themselves are
   * always current.
   */
  async explainWaiting(stages: readonly Stage[], maxAgeMs = 0): Promise<Map<number, StageWaiting>> {
    const waiting = explainDelayed(stages);
    const queued = stages.filter(isQueued);
    if (queued.length === 0) return waiting;
    const queue = await (maxAgeMs > 0 ? this.queue.takeRecent(maxAgeMs) : this.queue.take());
    const ids = new Set(queued.map(({ id }) => id));
    for (const [id, reason] of await this.explain(await this.withCurrent(queue, queued))) {
      if (ids.has(id)) waiting.set(id, reason);
    }
    return waiting;
  }

  /** Lists the unfinished stages of all builds, oldest first. */
  listOpen(): Promise<OpenStage[]> {
    return this.openStages.list();
  }

  /** Returns whether a limit forbids to claim a stage. The transaction then holds the lock of the limit. */
  private async isAtLimit(trx: Db, stage: OpenStage): Promise<boolean> {
    const { repoId, namespace, concurrency, throttle } = stage;
    const ownerLimitOf = await this.readOwnerLimits(trx);
    const isOwnerLimited = ownerLimitOf(namespace) > 0;
    if (!isOwnerLimited && concurrency === 0 && throttle === 0) return false;
    if (isOwnerLimited) await acquireLock(trx, 'ownerClaims', hashOf(namespace));
    await acquireLock(trx, 'claims', repoId);
    const stages = new StageStore(trx);
    const claimed = isOwnerLimited
      ? await stages.listClaimedOf(namespace)
      : await stages.listClaimed(repoId);
    const ofOwner = claimed.map((each) => ({ ...each, namespace }));
    return new QueueLimits(ofOwner, ownerLimitOf).findReached(stage) !== undefined;
  }

  /** Reads the maximum numbers of running stages of owners. The lowest of all contributions is in force. */
  private async readOwnerLimits(db: Db): Promise<OwnerLimitOf> {
    const limits = await askAll(this.deps.contributed.ownerLimits, db);
    return (namespace) => {
      const set = limits.map(({ running }) => running(namespace)).filter((limit) => limit > 0);
      return set.length > 0 ? Math.min(...set) : 0;
    };
  }

  /** Lists the unfinished stages with the priorities that they have by their waiting time. */
  private async listRaised(): Promise<OpenStage[]> {
    const { clock, raiseSec } = this.deps;
    return raiseWaiting(await this.openStages.list(), clock.nowSec(), raiseSec);
  }

  /** Whether all work waits, because the data were restored or imported. */
  isWorkHeld(): Promise<boolean> {
    return hasFlag(this.deps.db, 'work-held');
  }

  isPaused(): Promise<boolean> {
    return isPausedIn(this.deps.db);
  }

  /** Stops assigning stages to runners. The state is stored, so it survives a restart of the server. */
  async pause(): Promise<void> {
    await setFlag(this.deps.db, 'queue-paused');
  }

  /** Also releases the other work of a restored server, so that one action starts everything. */
  async resume(): Promise<void> {
    await clearFlags(this.deps.db, 'queue-paused', 'work-held');
    this.deps.bus.publish('queueChanged', {});
  }

  /** Explains every stage of a queue. Callers with the same queue share one result. */
  private explain(queue: OpenQueue): Promise<Map<number, StageWaiting>> {
    const known = this.explained.get(queue) ?? this.explainAll(queue);
    this.explained.set(queue, known);
    return known;
  }

  /** Works in time slices, because thousands of stages may wait. */
  private async explainAll(queue: OpenQueue): Promise<Map<number, StageWaiting>> {
    const runners = await this.deps.listRunners(queue.open);
    const open = fairOrder(queue.open, this.turns);
    const hasScopes = runners.some(({ scope }) => scope !== undefined);
    const rights = hasScopes ? { rightsOf: await this.rightsIn(queue) } : {};
    const waiting = new Map<number, StageWaiting>();
    const slice = new TimeSlice();
    for (const [id, reason] of explainQueue({ ...queue, open, runners, ...rights })) {
      if (reason) waiting.set(id, reason);
      if (slice.isOver()) await slice.next();
    }
    return waiting;
  }

  /** Reads the rights of the stages of a queue. Callers with the same queue share one result. */
  private rightsIn(queue: OpenQueue): Promise<RightsOf> {
    const known = this.rights.get(queue) ?? this.deps.rights.readQueue(this.deps.db, queue.open);
    this.rights.set(queue, known);
    return known;
  }

  /** Replaces these stages in a cached queue by their current state. */
  private async withCurrent(queue: OpenQueue, queued: readonly Stage[]): Promise<OpenQueue> {
    const known = new Map(queue.open.map(({ id, version }) => [id, version]));
    const changed = queued.filter(({ id, version }) => known.get(id) !== version);
    if (changed.length === 0) return queue;
    const ids = new Set(changed.map(({ id }) => id));
    const current = await new StageStore(this.deps.db).listOpenByIds([...ids]);
    const others = queue.open.filter(({ id }) => !ids.has(id));
    return { ...queue, open: [...others, ...current].sort((a, b) => a.id - b.id) };
  }
}

/** Explains stages that are not queued yet: they wait for a person or for other stages. */
function explainDelayed(stages: readonly Stage[]): Map<number, StageWaiting> {
  const waiting = new Map<number, StageWaiting>();
  for (const siblings of Map.groupBy(stages, ({ buildId }) => buildId).values()) {
    const graph = createGraph(siblings);
    for (const stage of siblings) {
      if (waitsForApproval(stage)) waiting.set(stage.id, { reason: 'approval' });
      if (waitsForStart(stage)) {
        waiting.set(stage.id, { reason: 'manual', stages: findOpenDependencies(stage, graph) });
      }
      if (stage.status !== 'waiting_on_dependencies') continue;
      const open = findOpenDependencies(stage, graph);
      waiting.set(stage.id, {
        reason: 'dependencies',
        // The graph does not see past a skipped stage that is not in `stages`.
        stages: open.length > 0 ? open : siblings.filter(isUnderWay).map(({ name }) => name),
      });
    }
  }
  return waiting;
}

function isUnderWay({ status }: Stage): boolean {
  return !isFinished(status) && status !== 'waiting_on_dependencies';
}

function isPausedIn(db: Db): Promise<boolean> {
  return hasFlag(db, 'queue-paused', 'work-held');
}

/** Returns a number for a lock. Owners with the same one wait for each other. */
function hashOf(namespace: string): number {
  return createHash('sha256').update(namespace.toLowerCase()).digest().readUInt32BE();
}
