import type { StageWaiting } from '@millrace/contract/api';
import type { StageFilter } from '@millrace/contract/runner';
import type { ChangeBuild } from '../../builds/change-build.ts';
import { StageStore } from '../../builds/stage-store.ts';
import type { Database, Db } from '../../db/database.ts';
import { takeTurn } from '../../db/locks.ts';
import type { OpenStage, Stage } from '../../domain/build.ts';
import { fairOrder } from '../../domain/fair-order.ts';
import {
  findReachedLimit,
  isQueued,
  listForRunner,
  ownFirst,
  type ServerPlace,
} from '../../domain/queue.ts';
import { createGraph, findOpenDependencies } from '../../domain/stage-graph.ts';
import { explainQueued, type KnownRunner } from '../../domain/waiting.ts';
import type { Bus } from '../../shared/bus.ts';
import { SharedRead } from '../../shared/shared-read.ts';

const pausedState = 'queue-paused';

const offerMs = 1000;

interface Offer {
  stage?: Stage;
  /** Where all that fit are offered to others. */
  lookAgainMs?: number;
}

interface Claim {
  machine: string;
  runner: string;
}

interface Parts {
  db: Database;
  bus: Bus;
  changeBuild: ChangeBuild;
  /** The runners that are there, those that carry one of these stages out too. */
  listRunners: (open: readonly Stage[]) => KnownRunner[];
  findPlace: () => ServerPlace;
}

/** Which stage a runner gets next, whether stages are handed out at all, and why one waits. */
export class QueueService {
  private readonly parts: Parts;
  /** When a repository was served last; a start begins anew. */
  private readonly lastTurns = new Map<number, number>();
  private turns = 0;
  /** Runners that ask at the same time get different stages, each for long enough to claim it. */
  private readonly offers = new Map<number, { untilMs: number; repoId: number }>();
  /** Of those who wait for a stage, all look when there is a new one. */
  private readonly queue = new SharedRead(async () => {
    const isPaused = await this.isPaused();
    return { isPaused, open: isPaused ? [] : await this.listOpen() };
  });

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** A stage that fits, for this runner to claim; or how long those that fit are offered to others. */
  async offerNext(filter: StageFilter): Promise<Offer> {
    const { isPaused, open } = await this.queue.take();
    if (isPaused) return {};
    const now = performance.now();
    let lookAgainMs: number | undefined;
    for (const [id, { untilMs }] of this.offers) if (untilMs <= now) this.offers.delete(id);
    const fitting = [...listForRunner(fairOrder(open, this.turnsWithOffers()), filter)];
    for (const stage of ownFirst(fitting, this.parts.findPlace())) {
      const offered = this.offers.get(stage.id);
      if (!offered) {
        this.offers.set(stage.id, { untilMs: now + offerMs, repoId: stage.repoId });
        return { stage };
      }
      const offeredMs = offered.untilMs - now;
      lookAgainMs = Math.min(offeredMs, lookAgainMs ?? offeredMs);
    }
    return lookAgainMs === undefined ? {} : { lookAgainMs };
  }

  /** Undefined when the stage may not be had any more: another runner was quicker, or it is held. */
  async claim(stageId: number, claim: Claim): Promise<Stage | undefined> {
    const seen = await new StageStore(this.parts.db).findOpen(stageId);
    // Where many ask, most come too late: they keep nobody waiting.
    if (!seen || !isQueued(seen)) return undefined;
    const claimed = await this.parts.changeBuild.send({ stage: stageId }, async (trx) => {
      if (await isPausedIn(trx)) return null;
      const stages = new StageStore(trx);
      const stage = await stages.findOpen(stageId);
      if (!stage || !isQueued(stage)) return null;
      if (stage.concurrency > 0 || stage.throttle > 0) {
        await takeTurn(trx, 'claims', stage.repoId);
        if (findReachedLimit(stage, await stages.listOpen(stage.repoId))) return null;
      }
      return { kind: 'claimStage', stageId, ...claim };
    });
    if (!claimed) return undefined;
    this.offers.delete(stageId);
    this.lastTurns.set(claimed.build.repoId, ++this.turns);
    return claimed.stages.find((stage) => stage.id === stageId);
  }

  /** For what each of these stages waits, by their ids; they are all the open ones of their builds. */
  async explainWaiting(stages: readonly Stage[]): Promise<Map<number, StageWaiting>> {
    const waiting = new Map<number, StageWaiting>();
    for (const stage of stages) {
      if (stage.status === 'blocked') waiting.set(stage.id, { reason: 'approval' });
      if (stage.status !== 'waiting_on_dependencies') continue;
      const siblings = stages.filter((other) => other.buildId === stage.buildId);
      const open = findOpenDependencies(stage, createGraph(siblings));
      waiting.set(stage.id, { reason: 'dependencies', stages: open });
    }
    const queued = new Set(stages.filter(isQueued).map((stage) => stage.id));
    if (queued.size === 0) return waiting;
    const unordered = await this.listOpen();
    const open = fairOrder(unordered, this.lastTurns);
    const runners = this.parts.listRunners(unordered);
    const queue = { open, runners, isPaused: await this.isPaused() };
    for (const stage of open.filter((candidate) => queued.has(candidate.id))) {
      const reason = explainQueued(stage, queue);
      if (reason) waiting.set(stage.id, reason);
    }
    return waiting;
  }

  isPaused(): Promise<boolean> {
    return isPausedIn(this.parts.db);
  }

  /** No more stages are handed out; it stays so over a restart of the server. */
  async pause(): Promise<void> {
    await this.parts.db
      .insertInto('server_state')
      .values({ name: pausedState, value: 'true' })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  }

  async resume(): Promise<void> {
    await this.parts.db.deleteFrom('server_state').where('name', '=', pausedState).execute();
    this.parts.bus.publish('queueChanged', {});
  }

  /** Whoever is offered a stage is about to have its turn. */
  private turnsWithOffers(): ReadonlyMap<number, number> {
    if (this.offers.size === 0) return this.lastTurns;
    let turn = this.turns;
    const offered = [...this.offers.values()].map(({ repoId }) => [repoId, ++turn] as const);
    return new Map([...this.lastTurns, ...offered]);
  }

  private listOpen(): Promise<OpenStage[]> {
    return new StageStore(this.parts.db).listOpen();
  }
}

async function isPausedIn(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('server_state')
    .select('value')
    .where('name', '=', pausedState)
    .executeTakeFirst();
  return row !== undefined;
}
