import type { CacheId } from '@millrace/build-host/caches/cache-id';
import type { CacheMissReason } from '@millrace/contract/cache';
import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';
import type { Db } from '../../db/database.ts';

/** A search of a stage for a cache. Its `scope` is the one that the build writes. */
export interface CacheLookup extends CacheId {
  id: number;
  repoId: number;
  stageId: number;
  /** Number of the build. */
  build: number;
  stage: string;
  step: string;
  missingFiles: readonly string[];
  /** Cache that was found, which may have been deleted since. */
  cacheId: number | null;
  foundName: string | null;
  reason: CacheMissReason | null;
  created: number;
}

const columns = [
  'id',
  'build',
  'stage',
  'step',
  'scope',
  'name',
  'paths',
  'reason',
  'created',
  'repo_id as repoId',
  'stage_id as stageId',
  'missing_files as missingFiles',
  'cache_id as cacheId',
  'found_name as foundName',
] as const;
const texts = z.array(z.string());

/** Records of lookups. A lookup also permits its stage to load and to store the cache. */
export class CacheLookupStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async insert({ repoId, stageId, ...lookup }: Omit<CacheLookup, 'id'>): Promise<number> {
    const { missingFiles, cacheId, foundName, paths, ...same } = lookup;
    const { id } = await this.db
      .insertInto('cache_lookups')
      .values({
        ...same,
        repo_id: repoId,
        stage_id: stageId,
        cache_id: cacheId,
        found_name: foundName,
        paths: JSON.stringify(paths),
        missing_files: JSON.stringify(missingFiles),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /** Finds a lookup of this stage. */
  async find(id: number, stageId: number): Promise<CacheLookup | undefined> {
    const row = await this.db
      .selectFrom('cache_lookups')
      .select(columns)
      .where('id', '=', id)
      .where('stage_id', '=', stageId)
      .executeTakeFirst();
    return row && read(row);
  }

  count(stageId: number): Promise<number> {
    return this.db
      .selectFrom('cache_lookups')
      .select((lookup) => lookup.fn.countAll<number>().as('count'))
      .where('stage_id', '=', stageId)
      .executeTakeFirstOrThrow()
      .then(({ count }) => Number(count));
  }

  /** Lists the newest lookups of a repository. */
  async listNewest(repoId: number, limit: number): Promise<CacheLookup[]> {
    const rows = await this.db
      .selectFrom('cache_lookups')
      .select(columns)
      .where('repo_id', '=', repoId)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(read);
  }

  /** Lists the newest lookups of these stages. */
  async listOfStages(stageIds: readonly number[], limit: number): Promise<CacheLookup[]> {
    const rows = await this.db
      .selectFrom('cache_lookups')
      .select(columns)
      .where('stage_id', 'in', [0, ...stageIds])
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(read);
  }

  async deleteBefore(timeSec: number): Promise<void> {
    await this.db.deleteFrom('cache_lookups').where('created', '<', timeSec).execute();
  }
}

function read<Row extends { paths: string; missingFiles: string }>({
  paths,
  missingFiles,
  ...row
}: Row) {
  return {
    ...row,
    paths: parseJson(texts, paths) ?? [],
    missingFiles: parseJson(texts, missingFiles) ?? [],
  };
}
