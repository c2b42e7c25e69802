import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectionConfig } from '../db/postgres/patient-pool.ts';
import type { Logger } from '../shared/logger.ts';

export const channel = 'millrace';

const retryMs = 500;
/** A connection that answers nothing for so long is dead, though nobody said so. */
const answerMs = 10_000;

const sendAll = `select pg_notify('${channel}', text) from unnest($1::text[]) as text`;

interface Parts {
  url: string;
  logger: Logger;
  onNotice: (text: string) => void;
  /** Connected, for the first time or anew: what was said before may have been missed. */
  onConnect: () => void;
}

/** What servers tell each other through Postgres: a connection of its own that listens. */
export class Notices {
  private readonly parts: Parts;
  private client: pg.Client | undefined;
  private unsent: string[] = [];
  private sending: Promise<void> | undefined;
  private isStopped = false;
  private reconnecting: Promise<void> | undefined;
  private probe: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  async start(): Promise<void> {
    await this.connect();
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

  /** In the order in which it is called; what cannot be sent now is sent after the next connect. */
  send(text: string): void {
    this.unsent.push(text);
    void this.flush();
  }

  /** Resolves when all is said, or cannot be now. */
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
      // What another connection is to send again may be told twice, which does no harm.
      if (isSent) this.unsent.splice(0, sent);
      else this.lose(client);
    }
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({ ...connectionConfig(this.parts.url), query_timeout: answerMs });
    const lose = () => this.lose(client);
    client.on('error', lose);
    client.on('end', lose);
    const connected = Promise.withResolvers<void>();
    client.on('notification', ({ payload }) => {
      // The first ones may be here before it is known that somebody listens.
      void connected.promise.then(() => this.parts.onNotice(payload ?? ''));
    });
    try {
      await client.connect();
      // What is said here is no data: nobody has to wait for the disk.
      await client.query('set synchronous_commit = off');
      await client.query(`listen ${channel}`);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    this.client = client;
    this.parts.onConnect();
    connected.resolve();
    void this.flush();
  }

  private lose(client: pg.Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    void client.end().catch(() => {});
    if (this.isStopped) return;
    this.parts.logger.warn('The connection to the database that brings news is lost');
    this.reconnecting = this.reconnect();
  }

  private async reconnect(): Promise<void> {
    while (!this.isStopped && !this.client) {
      await sleep(retryMs);
      await this.connect().catch(() => {});
    }
  }
}
