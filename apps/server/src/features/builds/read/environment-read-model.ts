import { deploysNothing } from '@millrace/pipeline';
import { branchRef } from '@millrace/pipeline/git-ref';
import { sql } from 'kysely';
import { isOfLine } from '../../../builds/line-conditions.ts';
import { contains } from '../../../db/contains.ts';
import type { Db } from '../../../db/database.ts';
import { lineOfRef } from '../../../domain/build-line.ts';
import type { Deployment } from '../../../domain/environment-state.ts';

/** Number of deployments that are read. A restart of an older one is not noticed. */
const maxDeployments = 50;

/** Finds the deployments to a target, and the builds that it could get. */
export class EnvironmentReadModel {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Lists the newest deployments to a target by number, without builds that run nothing for it. */
  async listDeployments(repoId: number, target: string, status?: 'success'): Promise<Deployment[]> {
    const deployments = this.db
      .selectFrom('builds')
      .select(['id', 'number', 'status', 'finished'])
      .where('repo_id', '=', repoId)
      // Nothing about bisections, which try no deployments: the index of trends, which has none, would be read whole.
      .where('event', 'in', ['promote', 'rollback'])
      .where('deploy_to', '=', target)
      // The index contains only builds with a target.
      .where(sql<boolean>`deploy_to <> ''`)
      .where((where) => where.not(contains('warnings', deploysNothing)))
      // A plain column would read all builds of the repository in the order of an index on numbers.
      .orderBy(sql`+number`, 'desc')
      .limit(maxDeployments);
    return (status ? deployments.where('status', '=', status) : deployments).execute();
  }

  /** Finds the id of the newest successful build that can be the state of a branch. */
  async findGreen(repoId: number, branch: string): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('builds')
      .select('id')
      .where('repo_id', '=', repoId)
      .where(isOfLine(lineOfRef(branchRef(branch))))
      .where('status', '=', 'success')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.id;
  }
}
