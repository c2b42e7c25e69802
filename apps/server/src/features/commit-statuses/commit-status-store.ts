import type { Status } from '@millrace/contract/vocabulary';
import { isOfNoBisection } from '../../builds/build-store.ts';
import type { Database } from '../../db/database.ts';
import type { Build } from '../../domain/build.ts';

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

  async store({ id, repoId }: Build, reported: ReportedStatus): Promise<void> {
    const unused = { due: null, change_id: 0, since: 0, tries: 0 };
    await this.db
      .insertInto('commit_statuses')
      .values({ build_id: id, repo_id: repoId, ...reported, ...unused })
      .onConflict((conflict) => conflict.column('build_id').doUpdateSet(reported))
      .execute();
  }

  /** Lists the builds of a commit. */
  async listOfCommit(repoId: number, sha: string): Promise<Pick<Build, 'event' | 'deployTo'>[]> {
    return this.db
      .selectFrom('builds')
      .select(['event', 'deploy_to as deployTo'])
      .where('repo_id', '=', repoId)
      .where('after', '=', sha)
      .where(isOfNoBisection)
      .groupBy(['event', 'deploy_to'])
      .execute();
  }

  /** Lists newer builds of the same commit. */
  async listNewer(build: Build): Promise<Pick<Build, 'event' | 'deployTo'>[]> {
    return this.db
      .selectFrom('builds')
      .select(['event', 'deploy_to as deployTo'])
      .where('repo_id', '=', build.repoId)
      .where('number', '>', build.number)
      .where('after', '=', build.after)
      .where(isOfNoBisection)
      .groupBy(['event', 'deploy_to'])
      .execute();
  }
}
