import type { StageWaiting } from '@millrace/contract/api';
import type { StageFilter } from '@millrace/contract/runner';
import type { Database, Db } from '../../db/database.ts';
import type { OpenStageRow, StageRow } from '../../db/tables.ts';
import { fairOrder } from '../../domain/fair-order.ts';
import { findReachedLimit, isQueued, nextInQueue, type QueuedStage } from '../../domain/queue.ts';
import { explainQueued, findOpenDependencies, type KnownRunner } from '../../domain/waiting.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Events } from '../../shared/events.ts';
import type { RunnerRegistry } from './runner-registry.ts';

const pausedState = 'queue-paused';

interface Claim {
  machine: string;
  runner: string;
}

/** The part of the store of stages that the queue needs. */
interface OpenStages {
  listOpen(): Promise<OpenStageRow[]>;
  claim(id: number, claim: Claim, nowSec: number): Promise<StageRow | undefined>;
}

interface Parts {
  db: Database;
  events: Events;
  clock: Clock;
  registry: RunnerRegistry;
  stagesIn: (db: Db) => OpenStages;
}

/** Which stage a runner gets next, whether stages are handed out at all, and why one waits. */
export class QueueService {
  private readonly parts: Parts;
  /** When a repository was served last; a start begins anew. */
  private readonly lastTurns = new Map<number, number>();
  private turns = 0;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  async findNext(filter: StageFilter): Promise<StageRow | undefined> {
    if (await this.isPaused()) return undefined;
    return nextInQueue(this.order(await this.listOpen()), filter)?.row;
  }

  /** Undefined when the stage may not be had any more: another runner was quicker, or it is held. */
  async claim(stageId: number, claim: Claim): Promise<StageRow | undefined> {
    const { db, clock } = this.parts;
    const claimed = await db.transaction().execute(async (trx) => {
      if (await isPausedIn(trx)) return undefined;
      const stages = this.parts.stagesIn(trx);
      const open = (await stages.listOpen()).map(toQueued);
      const stage = open.find((candidate) => candidate.id === stageId);
      if (!stage || findReachedLimit(stage, open)) return undefined;
      return stages.claim(stageId, claim, clock.nowSec());
    });
    if (claimed) this.lastTurns.set(claimed.repo_id, ++this.turns);
    return claimed;
  }

  /** For what each of these stages waits, by their ids; they are all the open ones of their builds. */
  async explainWaiting(rows: readonly StageRow[]): Promise<Map<number, StageWaiting>> {
    const waiting = new Map<number, StageWaiting>();
    for (const row of rows) {
      if (row.status === 'blocked') waiting.set(row.id, { reason: 'approval' });
      if (row.status !== 'waiting_on_dependencies') continue;
      const siblings = rows.filter((other) => other.build_id === row.build_id);
      const statuses = new Map(siblings.map((other) => [other.name, other.status]));
      const stages = findOpenDependencies(JSON.parse(row.depends_on), statuses);
      waiting.set(row.id, { reason: 'dependencies', stages });
    }
    const queued = new Set(rows.filter(isQueued).map((row) => row.id));
    if (queued.size === 0) return waiting;
    const rowsOpen = await this.listOpen();
    const open = this.order(rowsOpen);
    const runners = this.parts.registry.list(rowsOpen);
    const queue = { open, runners, isPaused: await this.isPaused() };
    for (const stage of open.filter((candidate) => queued.has(candidate.id))) {
      const reason = explainQueued(stage, queue);
      if (reason) waiting.set(stage.id, reason);
    }
    return waiting;
  }

  async listRunners(): Promise<KnownRunner[]> {
    return this.parts.registry.list(await this.listOpen());
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
    this.parts.events.emit('stageQueued');
  }

  private order(rows: readonly OpenStageRow[]) {
    return fairOrder(rows.map(toQueued), this.lastTurns);
  }

  private listOpen(): Promise<OpenStageRow[]> {
    return this.parts.stagesIn(this.parts.db).listOpen();
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

function toQueued(row: OpenStageRow): QueuedStage & { row: OpenStageRow } {
  return {
    ...row,
    repoId: row.repo_id,
    buildNumber: row.build_number,
    labels: JSON.parse(row.labels),
    row,
  };
}
