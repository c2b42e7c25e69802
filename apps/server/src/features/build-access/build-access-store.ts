import type { Db } from '../../db/database.ts';

/** An entry, with the repository on its other side. */
export interface BuildAccess {
  slug: string;
  addedBy: string;
  created: number;
}

/** Columns of a pair of repositories: builds of `repo_id` may read `target_id`. */
const columns = { targets: ['repo_id', 'target_id'], readers: ['target_id', 'repo_id'] } as const;

/** Side of the pairs that is listed: what builds of a repository may read, or whose builds may read it. */
export type Side = keyof typeof columns;

export class BuildAccessStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async list(side: Side, repoId: number): Promise<BuildAccess[]> {
    const [own, other] = columns[side];
    return this.db
      .selectFrom('build_access')
      .innerJoin('repos', 'repos.id', `build_access.${other}`)
      .select(['repos.slug', 'added_by as addedBy', 'build_access.created'])
      .where(`build_access.${own}`, '=', repoId)
      .orderBy('repos.slug')
      .execute();
  }

  async count(side: Side, repoId: number): Promise<number> {
    const { count } = await this.db
      .selectFrom('build_access')
      .select((rows) => rows.fn.countAll<number>().as('count'))
      .where(columns[side][0], '=', repoId)
      .executeTakeFirstOrThrow();
    return count;
  }

  async find(repoId: number, targetId: number): Promise<Omit<BuildAccess, 'slug'> | undefined> {
    return this.db
      .selectFrom('build_access')
      .select(['added_by as addedBy', 'created'])
      .where('repo_id', '=', repoId)
      .where('target_id', '=', targetId)
      .executeTakeFirst();
  }

  async insert(repoId: number, targetId: number, entry: Omit<BuildAccess, 'slug'>): Promise<void> {
    await this.db
      .insertInto('build_access')
      .values({
        repo_id: repoId,
        target_id: targetId,
        added_by: entry.addedBy,
        created: entry.created,
      })
      .execute();
  }

  /** Returns false if there is no such entry. */
  async delete(repoId: number, targetId: number): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom('build_access')
      .where('repo_id', '=', repoId)
      .where('target_id', '=', targetId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
