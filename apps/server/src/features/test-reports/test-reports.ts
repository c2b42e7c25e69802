import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { badRequest, notFound } from '@millrace/contract/api-errors';
import { formatSize } from '@millrace/contract/format-size';
import { systemClock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { ChangeBuild } from '../../builds/change-build.ts';
import type { Database } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import { codeOf, countEntries, type TestEntries } from '../../domain/tests/test-entries.ts';
import { CoalescedJobs } from '../../shared/coalesced-jobs.ts';
import { chooseBlocks } from './choose-blocks.ts';
import type { PackedReport, PackedTest } from './packed-report.ts';
import { ReportParser } from './report-parser.ts';
import type { ResultThread } from './result-thread.ts';
import { TestNameStore } from './test-name-store.ts';
import { TestReadModel } from './test-read-model.ts';
import { reportLimits } from './test-report.ts';
import {
  type NewBlock,
  type StepOfTests,
  type StepState,
  TestResultStore,
} from './test-result-store.ts';

interface Deps {
  db: Database;
  changeBuild: ChangeBuild;
  thread: ResultThread;
  logger: Logger;
  parser?: ReportParser;
}

/** Minimum time between two notifications about new results of a step. */
const notifyEveryMs = 1000;

interface NamedReport {
  path: string;
  problem: string;
  tests: readonly PackedTest[];
  ids: ReadonlyMap<string, number>;
}

/** Stores the test reports of steps. */
export class TestReports {
  private readonly deps: Deps;
  private readonly parser: ReportParser;
  private readonly notices: CoalescedJobs;

  constructor(deps: Deps) {
    this.deps = deps;
    this.parser = deps.parser ?? new ReportParser();
    const { changeBuild, logger } = deps;
    this.notices = new CoalescedJobs({
      intervalMs: notifyEveryMs,
      clock: systemClock,
      job: async (step) => void (await changeBuild.send({ step }, { kind: 'changeFiles' })),
      // Viewers see the results at the latest when the step finishes.
      onError: (error) =>
        logger.warn({ err: error }, 'Viewers could not be notified of new test results'),
    });
  }

  /**
   * Stores a file in JUnit format, with the reason if part of it could not be read. Replaces an earlier file
   * with the same path.
   */
  async add(stepId: number, path: string, body: Readable | Uint8Array): Promise<void> {
    if (path.length === 0 || path.length > reportLimits.name) throw badRequest('Invalid path');
    const { db } = this.deps;
    const found = await new TestReadModel(db).findStep(stepId);
    if (!found) throw notFound();
    const { problem, tests } = await this.read(String(found.repoId), found.stage, body);
    const ids = await new TestNameStore(db).idsOf(found, tests);
    const step = { stepId, buildId: found.buildId, repoId: found.repoId };
    while (!(await this.store(step, { path, problem, tests, ids })));
    await this.notices.request(stepId);
  }

  /** Sends pending notifications. */
  async close(): Promise<void> {
    await this.notices.stop();
  }

  /**
   * Packs the results before the transaction, because it blocks all others. Returns false if the step has
   * changed in the meantime.
   */
  private async store(step: StepOfTests, report: NamedReport): Promise<boolean> {
    const { db } = this.deps;
    const state = await new TestResultStore(db).readState(step, report.path);
    const block = await this.pack(step, state, report);
    return inTransaction(db, async (trx) => {
      await acquireLock(trx, 'tests', step.buildId);
      if (!(await new TestReadModel(trx).findStep(step.stepId))) throw notFound();
      const store = new TestResultStore(trx);
      if (!isDeepStrictEqual(await store.readState(step, report.path), state)) return false;
      await store.write(step, state, block);
      return true;
    });
  }

  private async pack(step: StepOfTests, state: StepState, report: NamedReport): Promise<NewBlock> {
    const { db, thread } = this.deps;
    const store = new TestResultStore(db);
    const { level, ids } = chooseBlocks(state);
    const before = await store.readBlocks(ids);
    const removed = state.isReplaced
      ? await thread.run(step.repoId, 'countReport', before, state.number)
      : { passed: 0, failed: 0, skipped: 0 };
    const others = state.tests - removed.passed - removed.failed - removed.skipped;
    const tests = report.tests.slice(0, Math.max(0, reportLimits.tests - others));
    const own = entriesOf(tests, report.ids, state.number);
    return {
      path: report.path,
      problem: tests.length < report.tests.length ? tooMany : report.problem,
      level,
      mergedIds: ids,
      entries:
        tests.length + before.length > 0
          ? await thread.run(step.repoId, 'pack', state.number, own, before)
          : undefined,
      added: countEntries(own),
      removed,
      failures: tests.flatMap(({ key, failure }) =>
        failure ? [{ testId: report.ids.get(key) ?? 0, ...failure }] : [],
      ),
    };
  }

  private async read(
    repoKey: string,
    stage: string,
    body: Readable | Uint8Array,
  ): Promise<PackedReport> {
    const bytes = await readAll(body);
    if (bytes) return this.parser.read(repoKey, { bytes, stage });
    return { tests: [], problem: `the file is larger than ${formatSize(reportLimits.bytes)}` };
  }
}

const tooMany = `the build has more than ${reportLimits.tests.toLocaleString('en')} tests`;

/** Returns the results in the order of the report. */
function entriesOf(
  tests: readonly PackedTest[],
  ids: ReadonlyMap<string, number>,
  report: number,
): TestEntries {
  return {
    ids: Uint32Array.from(tests, ({ key }) => ids.get(key) ?? 0),
    reports: new Uint32Array(tests.length).fill(report),
    codes: Uint8Array.from(tests, codeOf),
    ms: Uint32Array.from(tests, ({ ms }) => ms),
  };
}

/** Returns null if the body is too large. */
async function readAll(body: Readable | Uint8Array): Promise<Uint8Array | null> {
  if (body instanceof Uint8Array) return body.length > reportLimits.bytes ? null : body;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > reportLimits.bytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
