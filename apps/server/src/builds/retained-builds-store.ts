import { expirableData } from '@millrace/contract/retention';
import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';
import type { Db } from '../db/database.ts';
import type { RetainedBuild } from '../domain/retention.ts';

export type StoredBuild = RetainedBuild & { id: number };

const columns = [
  'id',
  'number',
  'status',
  'event',
  'target',
  'deploy_to as deployTo',
  'bisection',
  'parent',
  'after',
  'created',
  'finished',
  'pinned',
  'expired',
] as const;
const expiredKinds = z.array(z.enum(expirableData));

/** Reads what retention depends on. It needs few columns, so that a build that cannot be read can be deleted. */
export class RetainedBuildsStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Lists builds of a repository with a number below `before`, newest first. */
  async list(repoId: number, before: number, limit: number): Promise<StoredBuild[]> {
    const rows = await this.db
      .selectFrom('builds')
      .select(columns)
      .where('repo_id', '=', repoId)
      .where('number', '<', before)
      .orderBy('number', 'desc')
      .limit(limit)
      .execute();
    return rows.map(read);
  }
}

type Row = Omit<StoredBuild, 'isPinned' | 'expired'> & { pinned: number; expired: string };

function read({ pinned, expired, ...row }: Row): StoredBuild {
  return { ...row, isPinned: pinned === 1, expired: parseJson(expiredKinds, expired) ?? [] };
}
