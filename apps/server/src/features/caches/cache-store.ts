import { type CacheId, digestOfCache } from '@millrace/build-host/caches/cache-id';
import type { CacheIndex } from '@millrace/build-host/caches/find-cache';
import { parseJson } from '@millrace/node-kit/parse-json';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../../db/database.ts';

export interface Cache extends CacheId {
  id: number;
  objectId: number;
  size: number;
  /** Number of the build that stored it. */
  build: number;
  created: number;
  lastUsed: number;
  hits: number;
}

export type NewCache = Omit<Cache, 'id' | 'lastUsed' | 'hits'>;

const columns = [
  'id',
  'scope',
  'name',
  'paths',
  'size',
  'build',
  'created',
  'hits',
  'object_id as objectId',
  'last_used as lastUsed',
] as const;
const texts = z.array(z.string());

/** Records of caches. */
export class CacheStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Returns the caches of one repository, for a lookup. */
  indexOf(repoId: number): CacheIndex<Cache> {
    return {
      find: (cacheId) => this.find(repoId, cacheId),
      findByPrefix: (cacheId) => this.findByPrefix(repoId, cacheId),
      listScopes: (name) => this.listScopes(repoId, name),
    };
  }

  async find(repoId: number, cacheId: CacheId): Promise<Cache | undefined> {
    const row = await this.caches(repoId)
      .where('place', '=', digestOfCache(cacheId))
      .executeTakeFirst();
    return row && read(row);
  }

  private async findByPrefix(
    repoId: number,
    { scope, name: prefix, paths }: CacheId,
  ): Promise<Cache | undefined> {
    const row = await this.caches(repoId)
      .where('scope', '=', scope)
      .where('paths', '=', JSON.stringify(paths))
      // Both databases count code points.
      .where(sql`substr(name, 1, ${[...prefix].length})`, '=', prefix)
      .orderBy('created', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && read(row);
  }

  private async listScopes(repoId: number, name: string): Promise<string[]> {
    const rows = await this.db
      .selectFrom('caches')
      .select('scope')
      .distinct()
      .where('repo_id', '=', repoId)
      .where('name', '=', name)
      .execute();
    return rows.map(({ scope }) => scope);
  }

  /** Finds a cache with the object that has its content. */
  findContent(repoId: number, id: number) {
    return this.db
      .selectFrom('caches')
      .innerJoin('cache_objects', 'cache_objects.id', 'caches.object_id')
      .select(['caches.name', 'caches.scope', 'cache_objects.size', 'cache_objects.sha256'])
      .select('cache_objects.key as object')
      .where('caches.repo_id', '=', repoId)
      .where('caches.id', '=', id)
      .executeTakeFirst();
  }

  /** Lists the ids of the caches with the content of an object. */
  async listOfObject(objectId: number): Promise<number[]> {
    const caches = this.db.selectFrom('caches').select('id').where('object_id', '=', objectId);
    return (await caches.execute()).map(({ id }) => id);
  }

  /** Lists the caches of a repository, most recently used first. */
  async list(repoId: number): Promise<Cache[]> {
    const rows = await this.caches(repoId)
      .orderBy('last_used', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows.map(read);
  }

  /** Sums the bytes of a repository's caches. */
  async sum(repoId: number): Promise<number> {
    const { bytes } = await this.db
      .selectFrom('caches')
      .select((cache) => cache.fn.sum<number | null>('size').as('bytes'))
      .where('repo_id', '=', repoId)
      .executeTakeFirstOrThrow();
    return Number(bytes ?? 0);
  }

  async insert(repoId: number, { objectId, ...cache }: NewCache): Promise<void> {
    await this.db
      .insertInto('caches')
      .values({
        ...cache,
        repo_id: repoId,
        object_id: objectId,
        place: digestOfCache(cache),
        paths: JSON.stringify(cache.paths),
        last_used: cache.created,
        hits: 0,
      })
      .execute();
  }

  async recordHit(id: number, nowSec: number): Promise<void> {
    await this.db
      .updateTable('caches')
      .set((row) => ({ hits: row('hits', '+', 1), last_used: nowSec }))
      .where('id', '=', id)
      .execute();
  }

  /** Deletes these caches of a repository; all without `ids`. Returns the ids of their objects. */
  async delete(repoId: number, ids?: readonly number[]): Promise<number[]> {
    let deleted = this.db
      .deleteFrom('caches')
      .where('repo_id', '=', repoId)
      .returning('object_id as objectId');
    if (ids) deleted = deleted.where('id', 'in', [0, ...ids]);
    return (await deleted.execute()).map(({ objectId }) => objectId);
  }

  /** Lists caches, of one repository or of all, that were last used before a time. */
  async listUnused(
    beforeSec: number,
    { limit, repoId }: { limit: number; repoId: number | undefined },
  ): Promise<{ id: number; repoId: number }[]> {
    let unused = this.db
      .selectFrom('caches')
      .select(['id', 'repo_id as repoId'])
      .where('last_used', '<', beforeSec);
    if (repoId !== undefined) unused = unused.where('repo_id', '=', repoId);
    return unused.orderBy('last_used').limit(limit).execute();
  }

  private caches(repoId: number) {
    return this.db.selectFrom('caches').select(columns).where('repo_id', '=', repoId);
  }
}

function read<Row extends { paths: string }>({ paths, ...row }: Row) {
  return { ...row, paths: parseJson(texts, paths) ?? [] };
}
