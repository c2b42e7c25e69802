import type {
  BuildTest,
  BuildTests as BuildTestsJson,
  TestFilter,
  TestOfBuild,
  TestOrder,
  TestRun,
} from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import type { BuildStore } from '../../builds/build-store.ts';
import type { StageStore } from '../../builds/stage-store.ts';
import type { Db } from '../../db/database.ts';
import type { Build } from '../../domain/build.ts';
import { baseLine } from '../../domain/build-line.ts';
import type { Repo } from '../../domain/repo.ts';
import { entriesOf } from '../../domain/tests/test-entries.ts';
import type { TestName } from '../../domain/tests/test-name.ts';
import { TestWindow } from '../../domain/tests/test-window.ts';
import type { Page } from '../../http/page.ts';
import { notFound } from '../../shared/errors.ts';
import { unpackTexts } from './packed-report.ts';
import { toTestName } from './test-mapper.ts';
import { TestNameStore } from './test-name-store.ts';
import { type TestedStep, TestReadModel } from './test-read-model.ts';

interface Parts {
  db: Db;
  builds: BuildStore;
  stages: StageStore;
}

export interface BuildTestsQuery {
  attempt?: number;
  status?: TestFilter | undefined;
  sort?: TestOrder | undefined;
  q?: string | undefined;
}

/** The build itself, the one before it, and so many others of its commit say what is flaky or new. */
const maxOfCommit = 5;
const itself = 0;
const shownMessage = 300;

interface FoundTest {
  place: number;
  id: number;
  status: TestOfBuild['status'];
  isNew: boolean;
  isFlaky: boolean;
}

/** Tells what the tests of a build came to. */
export class BuildTests {
  private readonly parts: Parts;
  private readonly readModel: TestReadModel;
  private readonly names: TestNameStore;

  constructor(parts: Parts) {
    this.parts = parts;
    this.readModel = new TestReadModel(parts.db);
    this.names = new TestNameStore(parts.db);
  }

  async list(
    repo: Repo,
    number: number,
    query: BuildTestsQuery,
    page: Page,
  ): Promise<BuildTestsJson> {
    const build = await this.requireBuild(repo, number);
    const { steps, tests } = await this.compare(build, query.attempt);
    const words = query.q?.trim();
    const named = words ? await this.names.search(repo.id, words) : undefined;
    const found = tests.filter(
      (test) => isWanted(test, query.status) && (named?.has(test.id) ?? true),
    );
    const msOf = timesOf(steps);
    found.sort(
      query.sort === 'duration'
        ? (one, other) => (msOf.get(other.id) ?? 0) - (msOf.get(one.id) ?? 0)
        : (one, other) => rankOf(one) - rankOf(other) || one.place - other.place,
    );
    const shown = found.slice(page.offset, page.offset + page.limit);
    return {
      counts: countTests(tests),
      found: found.length,
      tests: await this.describe(shown, steps, msOf),
      problems: await this.listProblems(steps),
    };
  }

  async find(repo: Repo, number: number, testId: number): Promise<BuildTest> {
    const build = await this.requireBuild(repo, number);
    const name = await this.names.find(repo.id, testId);
    const steps = await this.readModel.listSteps([build.id]);
    const ran = steps.filter(({ entries }) => entriesOf(entries, testId).length > 0);
    if (!name || ran.length === 0) throw notFound(errorMessages.noRows);
    return { ...toTestName(name), runs: await this.listRuns(ran, testId) };
  }

  private async listRuns(steps: TestedStep[], testId: number): Promise<TestRun[]> {
    const ids = steps.map(({ id }) => id);
    const reports = await this.readModel.listReports(ids);
    const failures = await this.readModel.listFailures([testId], ids);
    const runs = steps.flatMap((step) =>
      entriesOf(step.entries, testId).map((entry): TestRun => {
        const isOfEntry = (row: { stepId: number; report: number }) =>
          row.stepId === step.id && row.report === entry.report;
        const report = reports.find((row) => isOfEntry({ ...row, report: row.number }));
        const failure = failures.find(isOfEntry);
        return {
          ...{ stage: step.stage, step: step.step, attempt: step.attempt },
          ...{ path: report?.path ?? '', status: entry.status, ms: entry.ms },
          ...(entry.wasRerun ? { was_rerun: true } : {}),
          ...(failure && { type: failure.type, message: failure.message }),
          ...(failure && unpackTexts(failure.texts)),
        };
      }),
    );
    return runs.toSorted((one, other) => other.attempt - one.attempt);
  }

  private async compare(build: Build, attempt?: number) {
    const { readModel } = this;
    const before = await readModel.findBefore(build, baseLine(build));
    const ofCommit = await readModel.listOfCommit(build, maxOfCommit);
    const others = [...(before ? [before] : []), ...ofCommit.filter(({ id }) => id !== before?.id)];
    const all = await readModel.listSteps([build.id, ...others.map(({ id }) => id)]);
    const own = await this.stepsOf(build, attempt, all);
    const window = new TestWindow([
      { commit: build.after, steps: own },
      ...others.map(({ id, commit }) => ({
        commit,
        steps: all.filter(({ buildId }) => buildId === id),
      })),
    ]);
    const tests = Array.from(window.ids, (id, place) => ({ id, place })).flatMap(
      ({ id, place }): FoundTest[] => {
        const status = window.status(itself, place);
        if (!status) return [];
        const isNew =
          Boolean(before) && window.hasFailed(itself, place) && !window.hasFailed(1, place);
        return [{ id, place, status, isNew, isFlaky: window.isFlaky(itself, place) }];
      },
    );
    return { steps: own.filter(({ stands }) => stands), tests };
  }

  /** Those of the build, as they stood in the attempt. */
  private async stepsOf(build: Build, attempt: number | undefined, all: TestedStep[]) {
    const own = all.filter(({ buildId }) => buildId === build.id);
    if (!attempt || attempt === build.attempt) return own;
    const { stages } = this.parts;
    const then = await stages.listOfAttempt(build.id, attempt);
    const steps = await stages.listSteps(then.map(({ id }) => id));
    const stood = new Set(steps.map(({ id }) => id));
    return own
      .filter((step) => step.attempt <= attempt)
      .map((step) => ({ ...step, stands: stood.has(step.id) }));
  }

  private async describe(
    tests: FoundTest[],
    steps: TestedStep[],
    msOf: Map<number, number>,
  ): Promise<TestOfBuild[]> {
    const ids = tests.map(({ id }) => id);
    const names = await this.names.list(ids);
    const stepIds = steps.map(({ id }) => id);
    const rows = await this.readModel.listMessages(ids, stepIds, shownMessage);
    const messages = new Map(rows.map(({ testId, message }) => [testId, message]));
    return tests.flatMap(({ id, status, isNew, isFlaky }): TestOfBuild[] => {
      const name: TestName | undefined = names.get(id);
      const message = messages.get(id);
      if (!name) return [];
      return [
        {
          ...toTestName(name),
          ...{ status, ms: msOf.get(id) ?? 0 },
          ...(isNew ? { is_new: true } : {}),
          ...(isFlaky ? { is_flaky: true } : {}),
          ...(message ? { message } : {}),
        },
      ];
    });
  }

  private async listProblems(steps: TestedStep[]): Promise<BuildTestsJson['problems']> {
    const reports = await this.readModel.listReports(steps.map(({ id }) => id));
    return reports.flatMap(({ stepId, path, problem }) => {
      const step = steps.find(({ id }) => id === stepId);
      return problem && step ? [{ stage: step.stage, step: step.step, path, problem }] : [];
    });
  }

  private async requireBuild(repo: Repo, number: number): Promise<Build> {
    const build = await this.parts.builds.findByNumber(repo.id, number);
    if (!build) throw notFound(errorMessages.noRows);
    return build;
  }
}

function hasFailed({ status }: FoundTest): boolean {
  return status === 'failed' || status === 'error';
}

function isWanted(test: FoundTest, filter: TestFilter | undefined): boolean {
  if (filter === undefined) return true;
  if (filter === 'new') return test.isNew;
  if (filter === 'flaky') return test.isFlaky;
  return filter === 'failed' ? hasFailed(test) : test.status === filter;
}

/** What asks for somebody comes first. */
function rankOf(test: FoundTest): number {
  if (hasFailed(test)) return test.isNew ? 0 : 1;
  if (test.isFlaky) return 2;
  return test.status === 'passed' ? 3 : 4;
}

function countTests(tests: FoundTest[]): BuildTestsJson['counts'] {
  const count = (filter: TestFilter) => tests.filter((test) => isWanted(test, filter)).length;
  return {
    all: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    new: count('new'),
    flaky: count('flaky'),
  };
}

/** How long each test took, all its times together. */
function timesOf(steps: TestedStep[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const { entries } of steps) {
    for (const [at, id] of entries.ids.entries()) {
      times.set(id, (times.get(id) ?? 0) + (entries.ms[at] ?? 0));
    }
  }
  return times;
}
