import { randomUUID } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
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
type ObjectTable = 'log_objects' | 'artifacts' | 'cache_objects';

/** Column with the owner of an object; null if the owner was deleted. */
type OwnerColumn = 'step_id' | 'repo_id';

/** Lists objects to delete: those with a due deletion, and those of deleted owners. */
export class DueObjectStore {
  protected readonly db: Db;
  private readonly table: ObjectTable;
  private readonly owner: OwnerColumn;

  constructor(db: Db, table: ObjectTable, owner: OwnerColumn = 'step_id') {
    this.db = db;
    this.table = table;
    this.owner = owner;
  }

  /** Lists due deletions, oldest first. */
  async listDue(nowSec: number, limit: number): Promise<DueObject[]> {
    const objects = this.db.selectFrom(this.table).select(['id', 'key', 'tries']).limit(limit);
    const due = await objects.where('due', '<=', nowSec).orderBy('due').execute();
    if (due.length === limit) return due;
    const isOrphaned = sql<SqlBool>`${sql.ref(this.owner)} is null`;
    const orphaned = await objects.where(isOrphaned).where('due', 'is', null).execute();
    return [...due, ...orphaned].slice(0, limit);
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

/**
 * Returns a new key in one of 256 folders, because a folder with very many files is slow.
 *
 * @param digest hexadecimal digest of the content, by which an operator can check the object
 */
export function newObjectKey(ending: 'zst' | 'bin', digest?: string): string {
  // Two objects with the same content may be uploaded or deleted at once, so they have different keys.
  const id = digest === undefined ? randomUUID() : `${digest}-${randomUUID()}`;
  return `${id.slice(0, 2)}/${id}.${ending}`;
}
