import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { QueryScope } from '../../shared/query-scope.ts';
import { limitQuery } from './limit-query.ts';
import { isAway, isClash, isOutdatedPlan, mostTries, toServerError } from './postgres-errors.ts';
import { StatementNames } from './statement-names.ts';

const statements = new StatementNames();

/** Statements that may be repeated on another connection after theirs was lost. */
const repeatable = /^(select|begin|start transaction)\b/;
const ends = /^(commit|rollback)$/;

interface Options {
  connect: () => Promise<pg.PoolClient>;
  /** Gives back what the connection was acquired with. */
  onRelease: () => void;
  /** Limits its queries; absent for work that no call waits for. */
  limit?: { scope: QueryScope; sec: number } | undefined;
  /** Cancels the current query of the backend with this process id. */
  cancel: (processId: number) => Promise<void>;
}

/** A connection that is replaced by another one when it is lost, as long as nothing is lost with it. */
export class RetryingClient implements PostgresPoolClient {
  /** Undefined once it is lost, and as long as there is no other. */
  private client: pg.PoolClient | undefined;
  private readonly options: Options;
  private isInTransaction = false;

  constructor(client: pg.PoolClient, options: Options) {
    this.client = client;
    this.options = options;
  }

  query(sql: unknown, parameters: readonly unknown[] = []): never {
    // Of the two ways to ask, the one with a cursor is not in use.
    return this.ask(String(sql), parameters.map(toStorable)) as never;
  }

  release(): void {
    this.client?.release();
    this.options.onRelease();
  }

  private async ask(text: string, values: unknown[]): Promise<pg.QueryResult> {
    try {
      const result = await this.askPatiently(text, values);
      if (/^(begin|start transaction)/.test(text)) this.isInTransaction = true;
      else if (ends.test(text)) this.isInTransaction = false;
      return result;
    } catch (error) {
      throw toServerError(error);
    }
  }

  /** A statement that stands alone, and was undone for another one's sake, is carried out again. */
  private async askPatiently(text: string, values: unknown[]): Promise<pg.QueryResult> {
    for (let tries = 1; ; tries++) {
      this.client ??= await this.options.connect();
      const { client } = this;
      try {
        return await this.send(client, { text, values, ...statements.nameOf(text) }).catch(
          (error: unknown) => this.askAgain(client, text, values, error),
        );
      } catch (error) {
        if (this.isInTransaction || !isClash(error) || tries === mostTries) throw error;
      }
    }
  }

  private send(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> {
    const { limit, cancel } = this.options;
    const sent = client.query(query);
    // A commit that is cancelled would leave unclear what was stored.
    if (!limit || ends.test(query.text)) return sent;
    return limitQuery(sent, limit.scope, limit.sec, () => cancel(processIdOf(client)));
  }

  private async askAgain(
    client: pg.PoolClient,
    text: string,
    values: unknown[],
    error: unknown,
  ): Promise<pg.QueryResult> {
    if (isOutdatedPlan(error)) {
      statements.forget();
      // In a transaction, the caller must start over.
      return this.send(client, { text, values }).catch(() => {
        throw error;
      });
    }
    if (!isAway(error) || this.isInTransaction || !repeatable.test(text)) throw error;
    this.client = undefined;
    client.release(true);
    this.client = await this.options.connect();
    return this.send(this.client, { text, values });
  }
}

/** The one character that Postgres keeps in no text becomes the one for what cannot be shown. */
function toStorable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\ufffd')
    : value;
}

/** The driver keeps the number without declaring it. */
function processIdOf(client: pg.PoolClient): number {
  return 'processID' in client ? Number(client.processID) : 0;
}
