import type { Build } from '@millrace/build-rules';
import type { Status } from '@millrace/contract/vocabulary';
import { isOfNoBisection } from '../../builds/build-store.ts';
import type { Database } from '../../db/database.ts';
import type { BuildOfCommit } from './find-shown-build.ts';

/** Status of a build as last reported to the forge. */
export interface ReportedStatus {
  /** Status last reported to the forge; empty for none. */
  shown: Status | '';
  /** Id of the deployment at the forge; empty if there is none. */
  deployment: string;
}

/** Stores the reported statuses. */
export class CommitStatusStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async find(buildId: number): Promise<ReportedStatus> {
    const row = await this.db
      .selectFrom('commit_statuses')
      .select(['shown', 'deployment'])
      .where('build_id', '=', buildId)
      .executeTakeFirst();
    return row ?? { shown: '', deployment: '' };
  }

  async store({ id }: Build, reported: ReportedStatus): Promise<void> {
    await this.db
      .insertInto('commit_statuses')
      .values({ build_id: id, ...reported })
      .onConflict((conflict) => conflict.column('build_id').doUpdateSet(reported))
      .execute();
  }

  /** Lists the newest build of a commit for each ref, event and target, newest first. */
  async listOfCommit(repoId: number, sha: string): Promise<BuildOfCommit[]> {
    return this.db
      .selectFrom('builds')
      .select(['number', 'event', 'deploy_to as deployTo', 'target', 'ref', 'status'])
      .where('repo_id', '=', repoId)
      .where('number', 'in', (query) =>
        query
          .selectFrom('builds')
          .select(({ fn }) => fn.max('number').as('number'))
          .where('repo_id', '=', repoId)
          .where('after', '=', sha)
          .where(isOfNoBisection)
          .groupBy(['event', 'deploy_to', 'target', 'ref']),
      )
      .orderBy('number', 'desc')
      .execute();
  }
}
