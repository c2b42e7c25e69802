import type { Build } from '@millrace/build-rules';
import type {
  BuildTest,
  BuildTests as BuildTestsJson,
  TestFilter,
  TestOfBuild,
  TestOrder,
  TestRun,
} from '@millrace/contract/api';
import { missing } from '@millrace/contract/api-errors';
import type { BuildStore } from '../../builds/build-store.ts';
import { LineStore } from '../../builds/line-store.ts';
import type { StageStore } from '../../builds/stage-store.ts';
import type { Db } from '../../db/database.ts';
import { baseLine } from '../../domain/build-line.ts';
import type { Repo } from '../../domain/repo.ts';
import type { ComparedTest } from '../../domain/tests/compare-build.ts';
import type { Page } from '../../http/page.ts';
import type { NameSearch } from './name-search.ts';
import type { ResultThread } from './result-thread.ts';
import { packBuilds, toTestName } from './test-mapper.ts';
import { TestNameStore } from './test-name-store.ts';
import { type TestedBlock, TestReadModel } from './test-read-model.ts';
import { unpackTexts } from './unpack-texts.ts';

interface Deps {
  db: Db;
  thread: ResultThread;
  search: NameSearch;
  builds: BuildStore;
  stages: StageStore;
}

export interface BuildTestsQuery {
  attempt?: number;
  status?: TestFilter | undefined;
  sort?: TestOrder | undefined;
  q?: string | undefined;
}

/**
 * Number of other builds of the commit. Compared with them and with the build before it, a test of the build
 * is flaky or new.
 */
const maxOfCommit = 5;
const shownMessage = 300;

/** Reads the test results of a build. */
export class BuildTests {
  private readonly deps: Deps;
  private readonly readModel: TestReadModel;
  private readonly names: TestNameStore;
  private readonly lines: LineStore;

  constructor(deps: Deps) {
    this.deps = deps;
    this.readModel = new TestReadModel(deps.db);
    this.names = new TestNameStore(deps.db);
    this.lines = new LineStore(deps.db);
  }

  async list(
    repo: Repo,
    number: number,
    query: BuildTestsQuery,
    page: Page,
  ): Promise<BuildTestsJson> {
    const build = await this.requireBuild(repo, number);
    const { comparison, blocks } = await this.readComparison(build, query.attempt);
    const words = query.q?.trim();
    const named = words ? await this.deps.search.search(repo.id, words) : undefined;
    const { status, sort } = query;
    const selection = { status, sort, named, ...page };
    const compared = await this.deps.thread.run(repo.id, 'compareBuild', comparison, selection);
    return {
      counts: compared.counts,
      found: compared.found,
      tests: await this.describe(compared.tests, blocks),
      problems: await this.listProblems(blocks),
    };
  }

  async find(repo: Repo, number: number, testId: number): Promise<BuildTest> {
    const build = await this.requireBuild(repo, number);
    const name = await this.names.find(repo.id, testId);
    const blocks = await this.readModel.listBlocks([build.id]);
    const runs = name ? await this.listRuns(repo, blocks, testId) : [];
    if (!name || runs.length === 0) throw missing();
    return { ...toTestName(name), runs };
  }

  private async listRuns(
    repo: Repo,
    blocks: readonly TestedBlock[],
    testId: number,
  ): Promise<TestRun[]> {
    const packed = blocks.map(({ entries }) => entries);
    const found = await this.deps.thread.run(repo.id, 'listRuns', packed, testId);
    const ids = stepsOf(blocks);
    const reports = await this.readModel.listReports(ids);
    const failures = await this.readModel.listFailures([testId], ids);
    const runs = blocks.flatMap((block, at) =>
      (found[at] ?? []).map((entry): TestRun => {
        const report = reports.find(
          ({ stepId, number }) => stepId === block.stepId && number === entry.report,
        );
        const failure = failures.find(
          (row) => row.stepId === block.stepId && row.report === entry.report,
        );
        return {
          stage: block.stage,
          step: block.step,
          attempt: block.attempt,
          path: report?.path ?? '',
          status: entry.status,
          ms: entry.ms,
          ...(entry.wasRerun ? { was_rerun: true } : {}),
          ...(failure && { type: failure.type, message: failure.message }),
          ...(failure && unpackTexts(failure.texts)),
        };
      }),
    );
    return runs.toSorted((one, other) => other.attempt - one.attempt);
  }

  /** Reads the builds to compare with, and the blocks of the build's current steps. */
  private async readComparison(build: Build, attempt: number | undefined) {
    const { readModel } = this;
    const line = baseLine(build, await this.lines.findLine(build));
    const before = await readModel.findBefore(build, line);
    const ofCommit = await readModel.listOfCommit(build, maxOfCommit);
    const others = [...(before ? [before] : []), ...ofCommit.filter(({ id }) => id !== before?.id)];
    const all = await readModel.listBlocks([build.id, ...others.map(({ id }) => id)]);
    const own = await this.blocksOf(build, attempt, all);
    const [itself = { commit: build.after, steps: [] }] = packBuilds(
      [{ id: build.id, commit: build.after }],
      own,
    );
    const comparison = { itself, others: packBuilds(others, all), hasBefore: Boolean(before) };
    return { comparison, blocks: own.filter(({ isCurrent }) => isCurrent) };
  }

  /** Returns the test results of the build as of this attempt. */
  private async blocksOf(build: Build, attempt: number | undefined, all: TestedBlock[]) {
    const own = all.filter(({ buildId }) => buildId === build.id);
    if (!attempt || attempt === build.attempt) return own;
    const { stages } = this.deps;
    const then = await stages.listOfAttempt(build.id, attempt);
    const steps = await stages.listSteps(then.map(({ id }) => id));
    const current = new Set(steps.map(({ id }) => id));
    return own
      .filter((block) => block.attempt <= attempt)
      .map((block) => ({ ...block, isCurrent: current.has(block.stepId) }));
  }

  private async describe(
    tests: readonly ComparedTest[],
    blocks: readonly TestedBlock[],
  ): Promise<TestOfBuild[]> {
    const ids = tests.map(({ id }) => id);
    const names = await this.names.list(ids);
    const rows = await this.readModel.listMessages(ids, stepsOf(blocks), shownMessage);
    const messages = new Map(rows.map(({ testId, message }) => [testId, message]));
    return tests.flatMap(({ id, status, ms, isNew, isFlaky }): TestOfBuild[] => {
      const name = names.get(id);
      const message = messages.get(id);
      if (!name) return [];
      return [
        {
          ...toTestName(name),
          status,
          ms,
          ...(isNew ? { is_new: true } : {}),
          ...(isFlaky ? { is_flaky: true } : {}),
          ...(message ? { message } : {}),
        },
      ];
    });
  }

  private async listProblems(blocks: readonly TestedBlock[]): Promise<BuildTestsJson['problems']> {
    const reports = await this.readModel.listReports(stepsOf(blocks));
    return reports.flatMap(({ stepId, path, problem }) => {
      const block = blocks.find((each) => each.stepId === stepId);
      return problem && block ? [{ stage: block.stage, step: block.step, path, problem }] : [];
    });
  }

  private async requireBuild(repo: Repo, number: number): Promise<Build> {
    const build = await this.deps.builds.findByNumber(repo.id, number);
    if (!build) throw missing();
    return build;
  }
}

function stepsOf(blocks: readonly TestedBlock[]): number[] {
  return [...new Set(blocks.map(({ stepId }) => stepId))];
}
