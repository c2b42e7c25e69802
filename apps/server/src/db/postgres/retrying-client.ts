import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { QueryScope } from '../../shared/query-scope.ts';
import { limitQuery } from './limit-query.ts';
import {
  isConflict,
  isOutdatedPlan,
  isUnreachable,
  maxTries,
  toServerError,
} from './postgres-errors.ts';
import type { StatementNames } from './statement-names.ts';

/** Statements that may be repeated on another connection if the connection was lost. */
const repeatable = /^(select|begin|start transaction)\b/;
const ends = /^(commit|rollback)$/;

interface Options {
  connect: () => Promise<pg.PoolClient>;
  /** Shared by the connections of a pool. */
  statements: StatementNames;
  /** Releases the resources that were acquired with the connection. */
  onRelease: () => void;
  /** Limits the queries of a call; undefined for background work. */
  limit?: { scope: QueryScope; sec: number } | undefined;
  /** Cancels the current query of the backend with this process id. */
  cancel: (processId: number) => Promise<void>;
}

/** Connection to Postgres. If it is lost outside of a transaction, it is replaced by a new one. */
export class RetryingClient implements PostgresPoolClient {
  /** Undefined from the loss of a connection until it is replaced. */
  private client: pg.PoolClient | undefined;
  private readonly options: Options;
  private isInTransaction = false;

  constructor(client: pg.PoolClient, options: Options) {
    this.client = client;
    this.options = options;
  }

  query(sql: unknown, parameters: readonly unknown[] = []): never {
    // Kysely uses the signature with a cursor only for streaming, which is not in use.
    return this.run(String(sql), parameters.map(toStorable)) as never;
  }

  release(): void {
    this.client?.release();
    this.options.onRelease();
  }

  private async run(text: string, values: unknown[]): Promise<pg.QueryResult> {
    try {
      const result = await this.queryWithRetries(text, values);
      if (/^(begin|start transaction)/.test(text)) this.isInTransaction = true;
      else if (ends.test(text)) this.isInTransaction = false;
      return result;
    } catch (error) {
      throw toServerError(error);
    }
  }

  /** Retries a statement outside of a transaction if it was rolled back because of a conflict. */
  private async queryWithRetries(text: string, values: unknown[]): Promise<pg.QueryResult> {
    for (let tries = 1; ; tries++) {
      this.client ??= await this.options.connect();
      const { client } = this;
      try {
        return await this.send(client, {
          text,
          values,
          ...this.options.statements.nameOf(text),
        }).catch((error: unknown) => this.retryStatement(client, text, values, error));
      } catch (error) {
        if (this.isInTransaction || !isConflict(error) || tries === maxTries) throw error;
      }
    }
  }

  private send(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> {
    const { limit, cancel } = this.options;
    const sent = client.query(query);
    // If a commit was canceled, it would be unclear whether it had been applied.
    if (!limit || ends.test(query.text)) return sent;
    return limitQuery(sent, limit.scope, limit.sec, () => cancel(processIdOf(client)));
  }

  private async retryStatement(
    client: pg.PoolClient,
    text: string,
    values: unknown[],
    error: unknown,
  ): Promise<pg.QueryResult> {
    if (isOutdatedPlan(error)) {
      this.options.statements.forget();
      // Within a transaction this fails too, and the caller must retry the whole transaction.
      return this.send(client, { text, values }).catch(() => {
        throw error;
      });
    }
    if (!isUnreachable(error) || this.isInTransaction || !repeatable.test(text)) throw error;
    this.client = undefined;
    client.release(true);
    this.client = await this.options.connect();
    return this.send(this.client, { text, values });
  }
}

/** Replaces NUL, the one character that Postgres texts cannot contain, by U+FFFD. */
function toStorable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\ufffd')
    : value;
}

/** The driver has this property, but does not declare its type. */
function processIdOf(client: pg.PoolClient): number {
  return 'processID' in client ? Number(client.processID) : 0;
}
