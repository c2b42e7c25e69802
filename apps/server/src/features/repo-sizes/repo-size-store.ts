import type { RepoSize } from '@millrace/contract/api';
import type { Database } from '../../db/database.ts';

/** A repository that must be measured. */
export interface DueRepo {
  id: number;
  namespace: string;
  name: string;
  forge: string;
}

/** Measured sizes of repositories. */
export class RepoSizeStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** Lists repositories without a size first, then those measured before a time, oldest first. */
  async listDue(measuredBefore: number, limit: number): Promise<DueRepo[]> {
    return this.db
      .selectFrom('repos')
      .leftJoin('repo_sizes', 'repo_sizes.repo_id', 'repos.id')
      .select(['repos.id', 'repos.namespace', 'repos.name', 'repos.forge'])
      .where(({ or, eb }) =>
        or([eb('repo_sizes.measured', 'is', null), eb('repo_sizes.measured', '<', measuredBefore)]),
      )
      .orderBy((eb) => eb.fn.coalesce('repo_sizes.measured', eb.lit(0)))
      .orderBy('repos.id')
      .limit(limit)
      .execute();
  }

  /** Returns the bytes of all repositories of an owner. */
  async sum(namespace: string): Promise<number> {
    const row = await this.db
      .selectFrom('repo_sizes')
      .innerJoin('repos', 'repos.id', 'repo_sizes.repo_id')
      .select(({ fn }) => [
        fn.sum<number>('git').as('git'),
        fn.sum<number>('logs').as('logs'),
        fn.sum<number>('artifacts').as('artifacts'),
        fn.sum<number>('caches').as('caches'),
      ])
      .where('repos.namespace', '=', namespace)
      .executeTakeFirst();
    return Object.values(row ?? {}).reduce((sum, bytes) => sum + Number(bytes ?? 0), 0);
  }

  /** Stores a size. Does nothing if the repository was deleted in the meantime. */
  async set(
    repoId: number,
    { git, logs, artifacts, caches, measured }: Required<RepoSize>,
  ): Promise<void> {
    const size = { git, logs, artifacts, caches, measured };
    await this.db
      .insertInto('repo_sizes')
      .columns(['repo_id', 'git', 'logs', 'artifacts', 'caches', 'measured'])
      .expression((db) =>
        db
          .selectFrom('repos')
          .select((eb) => [
            'id',
            eb.cast<number>(eb.val(git), 'bigint').as('git'),
            eb.cast<number>(eb.val(logs), 'bigint').as('logs'),
            eb.cast<number>(eb.val(artifacts), 'bigint').as('artifacts'),
            eb.cast<number>(eb.val(caches), 'bigint').as('caches'),
            eb.cast<number>(eb.val(measured), 'bigint').as('measured'),
          ])
          .where('id', '=', repoId),
      )
      .onConflict((conflict) => conflict.column('repo_id').doUpdateSet(size))
      .execute();
  }
}
