import type { RepoTest, RepoTests as RepoTestsJson, TestHistory } from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import type { Db } from '../../db/database.ts';
import type { Repo } from '../../domain/repo.ts';
import { entriesOf, toEntries } from '../../domain/tests/test-entries.ts';
import { type TestRecord, TestWindow } from '../../domain/tests/test-window.ts';
import type { Page } from '../../http/page.ts';
import { notFound } from '../../shared/errors.ts';
import { toBuildWithTests, toTestName } from './test-mapper.ts';
import { TestNameStore } from './test-name-store.ts';
import { type TestedBuild, type TestedStep, TestReadModel } from './test-read-model.ts';

/** So many builds are looked at, or fewer where they have that many results. */
const window = { builds: 100, entries: 1_000_000 };
/** Of these the statuses are told one by one. */
const shownBuilds = 30;
const shownMessage = 300;

interface Looked {
  builds: TestedBuild[];
  steps: TestedStep[];
  tests: TestWindow;
}

interface Record extends TestRecord {
  place: number;
}

/** Tells how the tests of a repository fare over its last builds. */
export class RepoTests {
  private readonly readModel: TestReadModel;
  private readonly names: TestNameStore;

  constructor(db: Db) {
    this.readModel = new TestReadModel(db);
    this.names = new TestNameStore(db);
  }

  async list(
    repo: Repo,
    { branch, q }: { branch?: string | undefined; q?: string | undefined },
    page: Page,
  ): Promise<RepoTestsJson> {
    const looked = await this.look(repo, branch);
    const words = q?.trim();
    const named = words ? await this.names.search(repo.id, words) : undefined;
    const records = recordsOf(looked).filter(({ place }) => {
      return named?.has(looked.tests.ids[place] ?? 0) ?? true;
    });
    records.sort(
      (one, other) =>
        other.failed - one.failed || other.flaky - one.flaky || one.place - other.place,
    );
    const shown = records.slice(page.offset, page.offset + page.limit);
    return {
      builds: looked.builds.slice(0, shownBuilds).map(toBuildWithTests),
      found: records.length,
      tests: await this.describe(shown, looked),
    };
  }

  async find(repo: Repo, testId: number, branch: string | undefined): Promise<TestHistory> {
    const name = await this.names.find(repo.id, testId);
    if (!name) throw notFound(errorMessages.noRows);
    const { builds, steps, tests } = await this.look(repo, branch, testId);
    const place = tests.placeOf(testId);
    const ids = steps.map(({ id }) => id);
    const messages = await this.readModel.listMessages([testId], ids, shownMessage);
    const runs = builds.flatMap((build, at): TestHistory['runs'] => {
      const status = place === undefined ? null : tests.status(at, place);
      if (place === undefined || status === null) return [];
      const own = steps.filter((step) => step.buildId === build.id && step.stands);
      const said = messages.find(({ stepId }) => own.some(({ id }) => id === stepId));
      return [
        {
          build: toBuildWithTests(build),
          ...{ status, ms: msOf(own, testId) },
          ...(tests.isFlaky(at, place) ? { is_flaky: true } : {}),
          ...(said ? { message: said.message } : {}),
        },
      ];
    });
    return { ...toTestName(name), runs };
  }

  /** With all tests, or with one. */
  private async look(repo: Repo, branch: string | undefined, testId?: number): Promise<Looked> {
    const builds = await this.readModel.listNewest(repo.id, { branch, ...window });
    const all = await this.readModel.listSteps(builds.map(({ id }) => id));
    const steps =
      testId === undefined
        ? all
        : all.map((step) => ({ ...step, entries: toEntries(entriesOf(step.entries, testId)) }));
    const byBuild = Map.groupBy(steps, ({ buildId }) => buildId);
    const tests = new TestWindow(
      builds.map(({ id, commit }) => ({ commit, steps: byBuild.get(id) ?? [] })),
    );
    return { builds, steps, tests };
  }

  private async describe(records: Record[], looked: Looked): Promise<RepoTest[]> {
    const { tests, builds, steps } = looked;
    const names = await this.names.list(records.map(({ place }) => tests.ids[place] ?? 0));
    const standing = steps.filter(({ stands }) => stands);
    return records.flatMap(({ place, ran, failed, flaky }): RepoTest[] => {
      const id = tests.ids[place] ?? 0;
      const name = names.get(id);
      if (!name) return [];
      const statuses = builds.slice(0, shownBuilds).map((_, at) => tests.status(at, place));
      return [
        {
          ...toTestName(name),
          ...{ statuses, ran, failed, flaky, median_ms: medianMs(standing, id) },
        },
      ];
    });
  }
}

function recordsOf({ tests }: Looked): Record[] {
  return Array.from(tests.ids, (_, place) => ({ place, ...tests.recordOf(place) }));
}

function msOf(steps: TestedStep[], testId: number): number {
  return steps
    .flatMap(({ entries }) => entriesOf(entries, testId))
    .reduce((sum, { ms }) => sum + ms, 0);
}

function medianMs(steps: TestedStep[], testId: number): number {
  const times = steps
    .flatMap(({ entries }) => entriesOf(entries, testId))
    .filter(({ status }) => status !== 'skipped')
    .map(({ ms }) => ms)
    .sort((one, other) => one - other);
  return times[Math.floor(times.length / 2)] ?? 0;
}
