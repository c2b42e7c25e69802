import type { Db } from '../../db/database.ts';
import { DueObjectStore } from '../../object-store/due-object-store.ts';

export interface PendingObject {
  repoId: number;
  sha256: string;
  size: number;
  key: string;
  /** Unix seconds at which the object is deleted, unless it is complete by then. */
  due: number;
}

/**
 * Records of the objects with the content of caches. A record is inserted before its object is stored, and deleted
 * after its object is deleted. An object is complete if it has no due deletion.
 */
export class CacheObjectStore extends DueObjectStore {
  constructor(db: Db) {
    super(db, 'cache_objects', 'repo_id');
  }

  /** Records a pending object. Returns its id. */
  async begin({ repoId, ...object }: PendingObject): Promise<number> {
    const { id } = await this.db
      .insertInto('cache_objects')
      .values({ ...object, repo_id: repoId, tries: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /**
   * Marks a pending object as complete. Returns its id, or that of an older object of the repository with the same
   * content, if a cache uses it; undefined if the pending object has expired.
   */
  async complete(
    id: number,
    { repoId, sha256 }: PendingObject,
    nowSec: number,
  ): Promise<number | undefined> {
    const older = await this.db
      .selectFrom('cache_objects')
      .select('id')
      .where('repo_id', '=', repoId)
      .where('sha256', '=', sha256)
      .where('due', 'is', null)
      .executeTakeFirst();
    if (older) {
      const { numUpdatedRows } = await this.release([older.id], nowSec);
      if (numUpdatedRows === 0n) return older.id;
    }
    const { numUpdatedRows } = await this.db
      .updateTable('cache_objects')
      .set({ due: null })
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? id : undefined;
  }

  /** Sums the bytes of a repository's complete objects. */
  async sum(repoId: number): Promise<number> {
    const { bytes } = await this.db
      .selectFrom('cache_objects')
      .select((object) => object.fn.sum<number | null>('size').as('bytes'))
      .where('repo_id', '=', repoId)
      .where('due', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(bytes ?? 0);
  }

  /** Schedules the deletion of an object that is not complete. */
  async discard(id: number, due: number): Promise<void> {
    await this.db
      .updateTable('cache_objects')
      .set({ due })
      .where('id', '=', id)
      .where('due', 'is not', null)
      .execute();
  }

  /** Schedules the deletion of those of these objects that no cache uses. */
  async release(ids: readonly number[], due: number) {
    return this.db
      .updateTable('cache_objects')
      .set({ due })
      .where('id', 'in', [0, ...ids])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('caches')
              .select('caches.id')
              .whereRef('caches.object_id', '=', 'cache_objects.id'),
          ),
        ),
      )
      .executeTakeFirstOrThrow();
  }
}
