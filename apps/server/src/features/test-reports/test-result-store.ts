import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { TestCounts } from '../../domain/tests/test-entries.ts';
import { RepoStore } from '../../repositories/repo-store.ts';
import type { PackedTexts } from './packed-report.ts';

export interface StepOfTests {
  stepId: number;
  buildId: number;
  repoId: number;
}

/** State that a write depends on. It is read before packing, and compared in the transaction. */
export interface StepState {
  /** Number of tests in the whole build. */
  tests: number;
  /** Number of the report in its step. */
  number: number;
  /** True if the step already has a report with this path. */
  isReplaced: boolean;
  /** Ordered by level. */
  blocks: { id: number; level: number }[];
}

export interface NewFailure extends PackedTexts {
  testId: number;
}

/** A report, packed together with the blocks that it is merged with. */
export interface NewBlock {
  path: string;
  problem: string;
  level: number;
  /** Undefined if the report has no tests and no blocks to merge with. */
  entries: Uint8Array | undefined;
  /** Ids of the merged blocks, which are deleted. */
  mergedIds: number[];
  added: TestCounts;
  removed: TestCounts;
  failures: NewFailure[];
}

/** Failures in one statement. */
const chunkSize = 200;

/** Stores test results in blocks. */
export class TestResultStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async readState({ stepId, buildId }: StepOfTests, path: string): Promise<StepState> {
    const { tests } = await this.db
      .selectFrom('test_results')
      .select(sql<number | null>`sum(passed + failed + skipped)`.as('tests'))
      .where('build_id', '=', buildId)
      .executeTakeFirstOrThrow();
    const reports = this.db.selectFrom('test_reports').where('step_id', '=', stepId);
    const known = await reports.select('number').where('path', '=', path).executeTakeFirst();
    const last = await reports
      .select(({ fn }) => fn.max<number | null>('number').as('number'))
      .executeTakeFirst();
    const blocks = await this.db
      .selectFrom('test_blocks')
      .select(['id', 'level'])
      .where('step_id', '=', stepId)
      .orderBy('level')
      .orderBy('id')
      .execute();
    return {
      tests: Number(tests ?? 0),
      number: known?.number ?? (last?.number ?? 0) + 1,
      isReplaced: known !== undefined,
      blocks,
    };
  }

  async readBlocks(ids: readonly number[]): Promise<Uint8Array[]> {
    const rows = await this.db
      .selectFrom('test_blocks')
      .select('entries')
      .where('id', 'in', [0, ...ids])
      .execute();
    return rows.map(({ entries }) => entries);
  }

  /** Stores a report, in a transaction that has verified the state. */
  async write(step: StepOfTests, { number, isReplaced }: StepState, block: NewBlock) {
    const { path, problem, level, entries, mergedIds, failures } = block;
    const { stepId, buildId, repoId } = step;
    await this.db
      .insertInto('test_reports')
      .values({ step_id: stepId, number, path, problem })
      .onConflict((conflict) => conflict.columns(['step_id', 'number']).doUpdateSet({ problem }))
      .execute();
    await this.addCounts(step, block);
    await this.db
      .deleteFrom('test_blocks')
      .where('id', 'in', [0, ...mergedIds])
      .execute();
    if (entries) {
      const row = { step_id: stepId, build_id: buildId, level, entries };
      await this.db.insertInto('test_blocks').values(row).execute();
    }
    if (isReplaced) await this.deleteFailures(stepId, number);
    await this.addFailures(stepId, number, failures);
    await new RepoStore(this.db).setHasTests(repoId);
  }

  private async addCounts(
    { stepId, buildId, repoId }: StepOfTests,
    { added, removed }: NewBlock,
  ): Promise<void> {
    await this.db
      .insertInto('test_results')
      .values({ step_id: stepId, repo_id: repoId, build_id: buildId, ...added })
      .onConflict((conflict) =>
        conflict.column('step_id').doUpdateSet((row) => ({
          passed: row('test_results.passed', '+', added.passed - removed.passed),
          failed: row('test_results.failed', '+', added.failed - removed.failed),
          skipped: row('test_results.skipped', '+', added.skipped - removed.skipped),
        })),
      )
      .execute();
  }

  private async deleteFailures(stepId: number, report: number): Promise<void> {
    await this.db
      .deleteFrom('test_failures')
      .where('step_id', '=', stepId)
      .where('report', '=', report)
      .execute();
  }

  private async addFailures(
    stepId: number,
    report: number,
    failures: readonly NewFailure[],
  ): Promise<void> {
    const rows = failures.map(({ testId, ...texts }) => ({
      step_id: stepId,
      report,
      test_id: testId,
      ...texts,
    }));
    for (let at = 0; at < rows.length; at += chunkSize) {
      await this.db
        .insertInto('test_failures')
        .values(rows.slice(at, at + chunkSize))
        .execute();
    }
  }
}
