import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@millrace/node-kit/logger';
import { StartError } from '@millrace/node-kit/start-error';
import pg from 'pg';
import { connectionConfig } from '../db/postgres/retrying-pool.ts';

export const channel = 'millrace';

const retryMs = 500;
/** Response timeout in ms. A connection that exceeds it is broken, even if no error was reported. */
const answerMs = 10_000;

/**
 * If a machine crashes, its connection holds its lock until Postgres detects that: with these settings after
 * half a minute instead of two hours. Notifications are not stored, so commits need not wait for the disk.
 */
const sessionSettings = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 3; set synchronous_commit = off`;
const lockServerId = `select pg_try_advisory_lock(hashtextextended($1, 7)) as locked`;
const lockPauseMs = 2000;

const sendAll = `select pg_notify('${channel}', text) from unnest($1::text[]) as text`;

interface Deps {
  url: string;
  /** Id of this server. The connection holds a lock on it, so that no other server starts with the same id. */
  serverId: string;
  logger: Logger;
  onNotice: (text: string) => void;
  /** Called after each connect. Notifications sent before it may have been missed. */
  onConnect: () => void;
}

/** Sends notifications between servers through Postgres, and receives them on a separate connection. */
export class Notices {
  private readonly deps: Deps;
  private client: pg.Client | undefined;
  private unsent: string[] = [];
  private sending: Promise<void> | undefined;
  /** Whether the connection holds the lock on this server's id. */
  private ownsId = false;
  private isStopped = false;
  private reconnecting: Promise<void> | undefined;
  private probe: NodeJS.Timeout | undefined;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Throws {@link StartError} if another server with this id uses the database. */
  async start(): Promise<void> {
    await this.connect();
    await this.requireOwnId();
    this.probe = setInterval(() => {
      const { client } = this;
      client?.query('select 1').catch(() => this.lose(client));
    }, answerMs);
    this.probe.unref();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.probe);
    await this.flush();
    await this.reconnecting;
    await this.client?.end().catch(() => {});
  }

  /**
   * Sends notifications in the order of the calls. Those that cannot be sent now are sent after the next
   * connect.
   */
  send(text: string): void {
    this.unsent.push(text);
    void this.flush();
  }

  /** Resolves when all notifications are sent, or cannot be sent now. */
  private flush(): Promise<void> {
    this.sending ??= this.sendUnsent().finally(() => {
      this.sending = undefined;
    });
    return this.sending;
  }

  private async sendUnsent(): Promise<void> {
    for (let { client } = this; client && this.unsent.length > 0; client = this.client) {
      const sent = this.unsent.length;
      const isSent = await client.query(sendAll, [this.unsent.slice()]).then(
        () => true,
        () => false,
      );
      // A notification may be sent again on another connection. Duplicates do no harm.
      if (isSent) this.unsent.splice(0, sent);
      else this.lose(client);
    }
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({ ...connectionConfig(this.deps.url), query_timeout: answerMs });
    const lose = () => this.lose(client);
    client.on('error', lose);
    client.on('end', lose);
    const connected = Promise.withResolvers<void>();
    client.on('notification', ({ payload }) => {
      // The first notifications may arrive before `listen` is confirmed.
      void connected.promise.then(() => this.deps.onNotice(payload ?? ''));
    });
    try {
      await client.connect();
      await client.query(sessionSettings);
      this.ownsId = await this.lockId(client);
      await client.query(`listen ${channel}`);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    this.client = client;
    this.deps.onConnect();
    connected.resolve();
    void this.flush();
  }

  /**
   * Checks that this server holds the lock on its id. If another session holds it, that is either a live
   * server, which sends heartbeats, or a server whose machine crashed, which Postgres detects after a while.
   */
  private async requireOwnId(): Promise<void> {
    if (this.ownsId) return;
    const { logger, serverId } = this.deps;
    const seen = await this.findLastSeen();
    while (!this.ownsId) {
      logger.warn({ serverId }, 'Waiting for another server with the same id to stop');
      await sleep(lockPauseMs);
      if ((await this.findLastSeen()) !== seen) {
        await this.stop();
        throw new StartError(
          `Another server on this database has the id ${serverId}: its data folder was copied. Delete the file server.id in one of the two folders.`,
        );
      }
      // If the connection is lost at this moment, the next one locks the id.
      if (this.client) this.ownsId = await this.lockId(this.client).catch(() => false);
    }
  }

  private async findLastSeen(): Promise<unknown> {
    const seen = 'select seen from servers where id = $1';
    return (await this.client?.query(seen, [this.deps.serverId]))?.rows[0]?.seen;
  }

  private async lockId(client: pg.Client): Promise<boolean> {
    const { rows } = await client.query<{ locked: boolean }>(lockServerId, [this.deps.serverId]);
    return rows[0]?.locked ?? false;
  }

  private lose(client: pg.Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    void client.end().catch(() => {});
    if (this.isStopped) return;
    this.deps.logger.warn('Lost the database connection that receives notifications');
    this.reconnecting = this.reconnect();
  }

  private async reconnect(): Promise<void> {
    while (!this.isStopped && !this.client) {
      await sleep(retryMs);
      await this.connect().catch(() => {});
    }
    if (this.isStopped || this.ownsId) return;
    const { logger, serverId } = this.deps;
    logger.error(
      { serverId },
      'Another server uses the id of this one: its data folder was copied',
    );
  }
}
