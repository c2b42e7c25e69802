import type { Build } from '@millrace/build-rules';
import { branchRef } from '@millrace/pipeline/git-ref';
import { sql } from 'kysely';
import { contains } from '../db/contains.ts';
import type { Db } from '../db/database.ts';
import {
  type BuildLine,
  isRestart,
  lineOf,
  lineOfRef,
  ofBranchState,
  ownLine,
} from '../domain/build-line.ts';
import type { Repo } from '../domain/repo.ts';
import { buildCodec } from './build-codec.ts';
import { BuildStore } from './build-store.ts';
import { isOfLine, isOriginal } from './line-conditions.ts';

/** Build numbers among which the newest commit of all tags is searched. No index covers them. */
const maxNumberDistance = 10_000;

/** Reads the lines of builds, and the builds that are the state of branches. */
export class LineStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async findLine(build: Build): Promise<BuildLine> {
    return lineOf(build, isRestart(build) ? await this.findNewestCommit(build) : undefined);
  }

  /** Finds the build that is the state of a ref: the newest one of its line, or of all its builds if the line has none. */
  async findStateOfRef(repoId: number, ref: string): Promise<Build | undefined> {
    const row = await this.db
      .selectFrom('builds')
      .selectAll()
      .where('repo_id', '=', repoId)
      .where(isOfLine(lineOfRef(ref)))
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ? buildCodec.read(row) : new BuildStore(this.db).findLatestOfRef(repoId, ref);
  }

  /**
   * Returns a page of the branches whose name contains the text, each with the build that is its state, the default branch
   * first.
   */
  async searchBranches(
    repo: Pick<Repo, 'id' | 'defaultBranch'>,
    text: string,
    page: { limit: number; offset: number },
  ): Promise<Build[]> {
    const isOther = sql<number>`case when latest_builds.name = ${repo.defaultBranch} then 0 else 1 end`;
    const line = {
      ref: sql<string>`${branchRef('')} || latest_builds.name`,
      events: ofBranchState,
    };
    const state = sql<number>`coalesce((
      select builds.id from builds
      where builds.repo_id = latest_builds.repo_id and ${isOfLine(line)}
      order by builds.number desc limit 1
    ), latest_builds.build_id)`;
    const rows = await this.db
      .selectFrom('latest_builds')
      .innerJoin('builds as state', (join) => join.on('state.id', '=', state))
      .selectAll('state')
      .where('latest_builds.repo_id', '=', repo.id)
      .where('latest_builds.kind', '=', 'branch')
      .where(contains('latest_builds.name', text))
      .orderBy(isOther)
      .orderBy('state.number', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return buildCodec.readAll(rows);
  }

  /** Finds the commit of the newest earlier build of the line that is not a restart. */
  private async findNewestCommit(build: Build): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('builds as original')
      .select('original.after')
      .where('original.repo_id', '=', build.repoId)
      .where('original.number', '<', build.number)
      .where('original.number', '>', build.number - maxNumberDistance)
      .where(isOriginal(ownLine(build)))
      .orderBy('original.number', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.after;
  }
}
