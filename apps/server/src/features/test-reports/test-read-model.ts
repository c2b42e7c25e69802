import type { Build } from '@millrace/build-rules';
import type { Build as BuildJson } from '@millrace/contract/api';
import type { Status } from '@millrace/contract/vocabulary';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import { branchRef } from '@millrace/pipeline/git-ref';
import { type SqlBool, sql } from 'kysely';
import { stageNumber } from '../../builds/attempt-conditions.ts';
import { isOfNoBisection } from '../../builds/build-store.ts';
import { isOfLine } from '../../builds/line-conditions.ts';
import type { Db } from '../../db/database.ts';
import type { BuildLine } from '../../domain/build-line.ts';
import type { FailedTest } from '../../domain/causes/fingerprint.ts';
import type { PackedTexts } from './packed-report.ts';
import type { PackedResults } from './result-tasks.ts';

/** A build with test results. */
export interface TestedBuild {
  id: number;
  number: number;
  status: Status;
  title: string;
  commit: string;
  target: string;
  created: number;
}

/** Results of a step, or some of them. Stage and step have the numbers of their attempt. */
export interface TestedBlock extends PackedResults {
  stepId: number;
  buildId: number;
  stage: number;
  step: number;
  attempt: number;
}

export interface StoredFailure extends PackedTexts {
  stepId: number;
  report: number;
  testId: number;
}

/** Characters of a message by which the cause of a failure is recognized. */
const failedMessageLength = 1000;
/** Builds in one statement. */
const buildsPerQuery = 20;

const hasTests = sql<SqlBool>`exists (
  select 1 from test_results where test_results.build_id = builds.id
)`;
const testsOf = sql<number>`(
  select sum(passed + failed + skipped) from test_results where test_results.build_id = builds.id
)`;

/** Reads test results for pages of builds and tests. */
export class TestReadModel {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Counts the results of steps. Returns undefined if there are none. */
  async countResults(stepIds: readonly number[]): Promise<BuildJson['tests']> {
    const rows = await this.db
      .selectFrom('test_results')
      .select(['passed', 'failed', 'skipped'])
      .where('step_id', 'in', [0, ...stepIds])
      .execute();
    if (rows.length === 0) return undefined;
    const count = (part: 'passed' | 'failed' | 'skipped') =>
      rows.reduce((sum, row) => sum + row[part], 0);
    return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
  }

  async findStep(id: number) {
    return this.db
      .selectFrom('steps')
      .innerJoin('stages', 'stages.id', 'steps.stage_id')
      .innerJoin('builds', 'builds.id', 'stages.build_id')
      .select(['stages.repo_id as repoId', 'stages.build_id as buildId', 'stages.name as stage'])
      .select('builds.number as build')
      .where('steps.id', '=', id)
      .executeTakeFirst();
  }

  /** Lists the newest builds with results, of a repository or one of its branches. */
  async listNewest(
    repoId: number,
    { branch, builds, entries }: { branch?: string | undefined; builds: number; entries: number },
  ): Promise<TestedBuild[]> {
    const newest = this.db
      .selectFrom('test_results')
      .select('build_id')
      .where('repo_id', '=', repoId)
      .groupBy('build_id')
      .orderBy('build_id', 'desc')
      .limit(builds);
    const all = this.builds().select(testsOf.as('tests'));
    const rows = await (branch
      ? all.where('repo_id', '=', repoId).where('ref', '=', branchRef(branch)).where(hasTests)
      : all.where('id', 'in', newest)
    )
      .orderBy('number', 'desc')
      .limit(builds)
      .execute();
    let total = 0;
    return rows.filter(({ tests }, at) => {
      total += Number(tests);
      return at === 0 || total <= entries;
    });
  }

  /** Lists other builds of the same commit with results. */
  async listOfCommit({ repoId, id, after }: Build, limit: number): Promise<TestedBuild[]> {
    return this.builds()
      .where('repo_id', '=', repoId)
      .where('after', '=', after)
      .where('id', '!=', id)
      .where(hasTests)
      .orderBy('number', 'desc')
      .limit(limit)
      .execute();
  }

  /** Finds the newest build with results before this one on a line. */
  async findBefore({ repoId, number }: Build, line: BuildLine): Promise<TestedBuild | undefined> {
    return this.builds()
      .where('repo_id', '=', repoId)
      .where('number', '<', number)
      .where(isOfLine(line))
      .where(hasTests)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  /** Lists the blocks of results of these builds. */
  async listBlocks(buildIds: readonly number[]): Promise<TestedBlock[]> {
    const slice = new TimeSlice();
    const blocks: TestedBlock[] = [];
    for (let at = 0; at < buildIds.length; at += buildsPerQuery) {
      const chunk = buildIds.slice(at, at + buildsPerQuery);
      blocks.push(...(await this.listBlocksOf(chunk)));
      if (slice.isOver()) await slice.next();
    }
    return blocks;
  }

  /** Lists the failure texts of these tests in these steps. */
  async listFailures(
    testIds: readonly number[],
    stepIds: readonly number[],
  ): Promise<StoredFailure[]> {
    return this.db
      .selectFrom('test_failures')
      .select(['step_id as stepId', 'report', 'test_id as testId', 'type', 'message', 'texts'])
      .where('test_id', 'in', [0, ...testIds])
      .where('step_id', 'in', [0, ...stepIds])
      .execute();
  }

  /** Lists failure messages, cut to `length` characters, without the other texts. */
  async listMessages(testIds: readonly number[], stepIds: readonly number[], length: number) {
    return this.db
      .selectFrom('test_failures')
      .select(['step_id as stepId', 'test_id as testId'])
      .select(sql<string>`substr(message, 1, ${length})`.as('message'))
      .where('test_id', 'in', [0, ...testIds])
      .where('step_id', 'in', [0, ...stepIds])
      .execute();
  }

  /** Lists failed tests of a step, with the beginnings of their messages. */
  async listFailed(stepId: number, limit: number): Promise<FailedTest[]> {
    return this.db
      .selectFrom('test_failures')
      .innerJoin('test_names', 'test_names.id', 'test_failures.test_id')
      .select([
        'test_names.name',
        sql<string>`substr(message, 1, ${failedMessageLength})`.as('message'),
      ])
      .where('step_id', '=', stepId)
      .orderBy('test_id')
      .limit(limit)
      .execute();
  }

  async listReports(stepIds: readonly number[]) {
    return this.db
      .selectFrom('test_reports')
      .select(['step_id as stepId', 'number', 'path', 'problem'])
      .where('step_id', 'in', [0, ...stepIds])
      .orderBy('step_id')
      .orderBy('number')
      .execute();
  }

  private async listBlocksOf(buildIds: readonly number[]): Promise<TestedBlock[]> {
    const rows = await this.db
      .selectFrom('test_blocks')
      .innerJoin('steps', 'steps.id', 'test_blocks.step_id')
      .innerJoin('stages', 'stages.id', 'steps.stage_id')
      .select(['steps.id as stepId', 'test_blocks.build_id as buildId', stageNumber.as('stage')])
      .select(['steps.number as step', 'stages.attempt', 'stages.replaced_in', 'entries'])
      .where('test_blocks.build_id', 'in', [0, ...buildIds])
      .execute();
    return rows.map(({ replaced_in, ...block }) => ({ ...block, isCurrent: replaced_in === 0 }));
  }

  private builds() {
    return this.db
      .selectFrom('builds')
      .select(['id', 'number', 'status', 'title', 'after as commit', 'target', 'created'])
      .where(isOfNoBisection);
  }
}
