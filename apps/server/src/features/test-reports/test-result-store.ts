import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { Db } from '../../db/database.ts';
import { readEntries, writeEntries } from '../../domain/tests/entry-bytes.ts';
import {
  listEntries,
  type TestEntries,
  type TestEntry,
  toEntries,
} from '../../domain/tests/test-entries.ts';
import type { PackedTexts } from './packed-report.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export interface StepOfTests {
  stepId: number;
  buildId: number;
  repoId: number;
}

/** What a report comes to. */
export interface NewReport {
  path: string;
  problem: string;
  tests: {
    id: number;
    status: TestEntry['status'];
    wasRerun: boolean;
    ms: number;
    failure?: PackedTexts;
  }[];
}

/** In one statement. */
const chunkSize = 200;

/** Results of tests, step by step. */
export class TestResultStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** How many tests a build has, but for those of this report. */
  async countOthers({ stepId, buildId }: StepOfTests, path: string): Promise<number> {
    const rows = await this.db
      .selectFrom('test_results')
      .select(({ fn }) => [fn.sum<number>('passed').as('passed')])
      .select(({ fn }) => [
        fn.sum<number>('failed').as('failed'),
        fn.sum<number>('skipped').as('skipped'),
      ])
      .where('build_id', '=', buildId)
      .executeTakeFirst();
    const all = Number(rows?.passed ?? 0) + Number(rows?.failed ?? 0) + Number(rows?.skipped ?? 0);
    const number = await this.findNumber(stepId, path);
    if (number === undefined) return all;
    const own = listEntries(await this.read(stepId)).filter(({ report }) => report === number);
    return all - own.length;
  }

  /** Takes the place of what the step had from the same file. */
  async put(step: StepOfTests, { path, problem, tests }: NewReport): Promise<void> {
    const number = await this.number(step.stepId, path, problem);
    const others = listEntries(await this.read(step.stepId)).filter(
      ({ report }) => report !== number,
    );
    const own = tests.map(({ failure: _, ...test }) => ({ ...test, report: number }));
    await this.write(step, [...others, ...own]);
    await this.db
      .deleteFrom('test_failures')
      .where('step_id', '=', step.stepId)
      .where('report', '=', number)
      .execute();
    const rows = tests.flatMap(({ id, failure }) =>
      failure ? [{ step_id: step.stepId, report: number, test_id: id, ...failure }] : [],
    );
    for (let at = 0; at < rows.length; at += chunkSize) {
      await this.db
        .insertInto('test_failures')
        .values(rows.slice(at, at + chunkSize))
        .execute();
    }
  }

  async read(stepId: number): Promise<TestEntries> {
    const row = await this.db
      .selectFrom('test_results')
      .select('entries')
      .where('step_id', '=', stepId)
      .executeTakeFirst();
    return row ? unpackEntries(row.entries) : toEntries([]);
  }

  private async findNumber(stepId: number, path: string): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('test_reports')
      .select('number')
      .where('step_id', '=', stepId)
      .where('path', '=', path)
      .executeTakeFirst();
    return row?.number;
  }

  private async number(stepId: number, path: string, problem: string): Promise<number> {
    const known = await this.findNumber(stepId, path);
    if (known !== undefined) {
      await this.db
        .updateTable('test_reports')
        .set({ problem })
        .where('step_id', '=', stepId)
        .where('number', '=', known)
        .execute();
      return known;
    }
    const last = await this.db
      .selectFrom('test_reports')
      .select(({ fn }) => fn.max('number').as('number'))
      .where('step_id', '=', stepId)
      .executeTakeFirst();
    const number = Number(last?.number ?? 0) + 1;
    await this.db
      .insertInto('test_reports')
      .values({ step_id: stepId, number, path, problem })
      .execute();
    return number;
  }

  private async write(step: StepOfTests, list: TestEntry[]): Promise<void> {
    const count = (...wanted: string[]) =>
      list.filter(({ status }) => wanted.includes(status)).length;
    const row = {
      passed: count('passed'),
      failed: count('failed', 'error'),
      skipped: count('skipped'),
      entries: await compress(writeEntries(toEntries(list))),
    };
    await this.db
      .insertInto('test_results')
      .values({ step_id: step.stepId, repo_id: step.repoId, build_id: step.buildId, ...row })
      .onConflict((conflict) => conflict.column('step_id').doUpdateSet(row))
      .execute();
  }
}

export async function unpackEntries(entries: Uint8Array): Promise<TestEntries> {
  return readEntries(await decompress(entries));
}
