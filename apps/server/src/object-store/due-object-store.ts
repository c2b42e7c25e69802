import { randomUUID } from 'node:crypto';
import type { Db } from '../db/database.ts';

/** An object that is in the store, or may be there after a crash. */
export interface DueObject {
  id: number;
  key: string;
  /** Failed attempts to delete it. */
  tries: number;
}

/**
 * Tables with a row for each object. It is inserted before the object is stored, and deleted after the object
 * is deleted.
 */
type ObjectTable = 'log_objects' | 'artifacts';

/** Lists objects to delete: those with a due deletion, and those of deleted steps. */
export class DueObjectStore {
  protected readonly db: Db;
  private readonly table: ObjectTable;

  constructor(db: Db, table: ObjectTable) {
    this.db = db;
    this.table = table;
  }

  /** Lists due deletions, oldest first. */
  async listDue(nowSec: number, limit: number): Promise<DueObject[]> {
    const objects = this.db.selectFrom(this.table).select(['id', 'key', 'tries']).limit(limit);
    const due = await objects.where('due', '<=', nowSec).orderBy('due').execute();
    if (due.length === limit) return due;
    const left = await objects.where('step_id', 'is', null).where('due', 'is', null).execute();
    return [...due, ...left].slice(0, limit);
  }

  async findNextDue(nowSec: number): Promise<number | undefined> {
    const row = await this.db
      .selectFrom(this.table)
      .select((object) => object.fn.min('due').as('due'))
      .where('due', '>', nowSec)
      .executeTakeFirst();
    return row?.due ?? undefined;
  }

  /** Schedules the next attempt to delete an object. */
  async postpone(id: number, due: number): Promise<void> {
    await this.db
      .updateTable(this.table)
      .set((row) => ({ due, tries: row('tries', '+', 1) }))
      .where('id', '=', id)
      .execute();
  }

  async delete(id: number): Promise<void> {
    await this.db.deleteFrom(this.table).where('id', '=', id).execute();
  }
}

/** Returns a new key in one of 256 folders, because a folder with very many files is slow. */
export function newObjectKey(ending: 'zst' | 'bin'): string {
  const id = randomUUID();
  return `${id.slice(0, 2)}/${id}.${ending}`;
}
