import { type SqlBool, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { BuildWriter } from './build-writer.ts';

/** So few that nobody who writes meanwhile waits for long. */
const atOnce = 100;
const pauseMs = 10;

interface Parts {
  db: Database;
  /** Resolves after this time, or early when the signal says so. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Gives their words to builds that have none, the newest first: to those of before there were words, and
 * to those that a server of that time makes beside this one.
 */
export class MissingWords {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  async fill(stopped: AbortSignal): Promise<void> {
    const { db, wait } = this.parts;
    while (!stopped.aborted) {
      const ids = await this.list();
      if (ids.length === 0) return;
      await inTransaction(db, (trx) => new BuildWriter(trx).addWords(ids));
      await wait(pauseMs, stopped);
    }
  }

  async list(): Promise<number[]> {
    const rows = await this.parts.db
      .selectFrom('builds')
      .select('id')
      // To the letter the condition of the partial index, which a bound value would keep from being used.
      .where(sql<SqlBool>`has_words = 0`)
      .orderBy('id', 'desc')
      .limit(atOnce)
      .execute();
    return rows.map(({ id }) => id);
  }
}
