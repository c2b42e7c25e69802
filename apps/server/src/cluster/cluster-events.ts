import type { Logger } from '@millrace/node-kit/logger';
import { parseJson } from '@millrace/node-kit/parse-json';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { BuildChangesStore, ChangeNotice } from '../builds/build-changes-store.ts';
import { UnreadableColumnError } from '../db/codec.ts';
import type { Db } from '../db/database.ts';
import type { BuildChanged, Bus, Topics } from '../shared/bus.ts';
import { whileBusy } from '../shared/while-busy.ts';
import {
  buildNotice,
  grownSteps,
  isSentTopic,
  notice,
  type SentTopic,
  sentEvents,
} from './notice-schemas.ts';
import { channel, Notices } from './notices.ts';

/** Postgres limits a notification to 8,000 bytes. */
const longestNotice = 7900;
/** Minimum interval between notifications of a growing log. */
const growthMs = 50;
const stepsInNotice = 500;

interface Deps {
  url: string;
  serverId: string;
  bus: Bus;
  logger: Logger;
  changes: BuildChangesStore;
  /** Reads the event of a change; undefined if its build was deleted. */
  readChange: (missed: ChangeNotice) => Promise<BuildChanged | undefined>;
}

/**
 * Events between servers on one database. Changes of builds are published in the transaction that makes
 * them. All servers, this one included, receive them in commit order. Changes missed while disconnected are
 * read from the outbox.
 */
export class ClusterEvents {
  private readonly deps: Deps;
  private readonly notices: Notices;
  private readonly stopped = new AbortController();
  private readonly grown = new Set<number>();
  private growthTimer: NodeJS.Timeout | undefined;
  /** Processes notices in order, after the changes missed before them. */
  private processed = Promise.resolve();
  /** The last change that was published here; undefined before the first connect. */
  private last: number | undefined;

  constructor(deps: Deps) {
    this.deps = deps;
    const enqueue = (job: () => Promise<void>) => {
      const run = () => whileBusy(job, this.stopped.signal);
      this.processed = this.processed.then(run).catch((error: unknown) => {
        deps.logger.error({ err: error }, 'Events of other servers could not be read');
      });
    };
    this.notices = new Notices({
      url: deps.url,
      serverId: deps.serverId,
      logger: deps.logger,
      onNotice: (text) => enqueue(() => this.receive(text)),
      onConnect: () => enqueue(() => this.catchUp()),
    });
  }

  async start(): Promise<void> {
    await this.notices.start();
    await this.processed;
    this.deps.bus.connect((topic, message) => this.sendEvent(topic, message));
  }

  async stop(): Promise<void> {
    clearTimeout(this.growthTimer);
    this.stopped.abort();
    await this.notices.stop();
    await this.processed;
  }

  private sendEvent<Topic extends keyof Topics>(topic: Topic, message: Topics[Topic]): void {
    if (isSentTopic(topic)) this.send(topic, message);
    if (topic !== 'logGrown') return;
    this.grown.add((message as Topics['logGrown']).stepId);
    this.growthTimer ??= setTimeout(() => {
      this.growthTimer = undefined;
      const steps = [...this.grown];
      this.grown.clear();
      while (steps.length > 0) this.send('logsGrown', steps.splice(0, stepsInNotice));
    }, growthMs);
  }

  private send(topic: string, message: unknown): void {
    this.notices.send(JSON.stringify({ from: this.deps.serverId, topic, message }));
  }

  private async receive(text: string): Promise<void> {
    const { from, topic, message } = parseJson(notice, text) ?? {};
    if (from === this.deps.serverId) return;
    try {
      await this.publishNotice(topic, message);
    } catch (error) {
      if (!(error instanceof z.core.$ZodError)) throw error;
      // A newer version describes the event in another way. Subscribers must not act on old data, so they refresh.
      this.deps.logger.warn({ err: error, topic }, 'A notice of another server is not readable');
      this.deps.bus.publishHere('eventsMissed', { newest: this.last ?? 0 });
    }
  }

  /** Topics that this version does not know have no subscribers here. */
  private async publishNotice(topic: string | undefined, message: unknown): Promise<void> {
    if (topic === 'buildChanged') {
      const change = buildNotice.parse(message);
      this.publishChange('status' in change ? change : await this.readChange(change));
    } else if (topic === 'logsGrown') {
      for (const stepId of grownSteps.parse(message)) {
        this.deps.bus.publishHere('logGrown', { stepId });
      }
    } else if (topic !== undefined && isSentTopic(topic)) {
      this.publishSent(topic, message);
    }
  }

  private publishSent<Topic extends SentTopic>(topic: Topic, message: unknown): void {
    this.deps.bus.publishHere(topic, sentEvents[topic].parse(message));
  }

  /** Returns undefined for a build that is deleted or cannot be read: the changes of others still count. */
  private async readChange(missed: ChangeNotice): Promise<BuildChanged | undefined> {
    try {
      return await this.deps.readChange(missed);
    } catch (error) {
      if (!(error instanceof UnreadableColumnError)) throw error;
      this.deps.logger.error({ err: error, build: missed.buildId }, 'A build is not readable');
      return undefined;
    }
  }

  /** After a connect: tells what was missed since the last change that was published here. */
  private async catchUp(): Promise<void> {
    const { bus, changes } = this.deps;
    const newest = await changes.findNewest();
    const isFirst = this.last === undefined;
    this.last ??= newest;
    if (isFirst) return;
    for (const missed of (await changes.listAfter(this.last)) ?? []) {
      this.publishChange(await this.readChange(missed));
    }
    this.last = Math.max(this.last, newest);
    bus.publishHere('eventsMissed', { newest: this.last });
  }

  private publishChange(change: BuildChanged | undefined): void {
    if (!change || change.id <= (this.last ?? 0)) return;
    this.last = change.id;
    this.deps.bus.publishHere('buildChanged', change);
  }
}

/** Says it to all servers once the transaction is committed. */
export async function announceChange(trx: Db, change: BuildChanged): Promise<void> {
  const { id, repoId, buildId } = change;
  const whole = JSON.stringify({ topic: 'buildChanged', message: change });
  const short = JSON.stringify({ topic: 'buildChanged', message: { id, repoId, buildId } });
  const text = Buffer.byteLength(whole) <= longestNotice ? whole : short;
  await sql`select pg_notify(${channel}, ${text})`.execute(trx);
}
