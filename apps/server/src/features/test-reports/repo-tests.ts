import type {
  RepoTest,
  RepoTestOrder,
  RepoTests as RepoTestsJson,
  TestHistory,
} from '@millrace/contract/api';
import { missing } from '@millrace/contract/api-errors';
import type { Db } from '../../db/database.ts';
import type { Repo } from '../../domain/repo.ts';
import type { RecordOfTest } from '../../domain/tests/test-records.ts';
import type { Page } from '../../http/page.ts';
import type { NameSearch } from './name-search.ts';
import type { ResultThread } from './result-thread.ts';
import { packBuilds, toBuildWithTests, toTestName } from './test-mapper.ts';
import { TestNameStore } from './test-name-store.ts';
import { TestReadModel } from './test-read-model.ts';

/** Limits of the window of recent builds. The first one that is reached applies. */
const window = { builds: 100, entries: 1_000_000 };
/** Number of builds whose statuses are listed for each test. */
const shownBuilds = 30;
const shownMessage = 300;

interface RepoTestsQuery {
  branch?: string | undefined;
  sort?: RepoTestOrder | undefined;
  q?: string | undefined;
}

interface Deps {
  db: Db;
  thread: ResultThread;
  search: NameSearch;
}

/** Reads the test results of a repository's recent builds. */
export class RepoTests {
  private readonly deps: Deps;
  private readonly readModel: TestReadModel;
  private readonly names: TestNameStore;

  constructor(deps: Deps) {
    this.deps = deps;
    this.readModel = new TestReadModel(deps.db);
    this.names = new TestNameStore(deps.db);
  }

  async list(
    repo: Repo,
    { branch, sort = 'failed', q }: RepoTestsQuery,
    page: Page,
  ): Promise<RepoTestsJson> {
    const { builds, packed } = await this.readWindow(repo, branch);
    const words = q?.trim();
    const named = words ? await this.deps.search.search(repo.id, words) : undefined;
    const query = { named, sort, ...page, statuses: shownBuilds };
    const { found, tests } = await this.deps.thread.run(repo.id, 'listRecords', packed, query);
    return {
      builds: builds.slice(0, shownBuilds).map(toBuildWithTests),
      found,
      tests: await this.describe(tests),
    };
  }

  async find(repo: Repo, testId: number, branch: string | undefined): Promise<TestHistory> {
    const name = await this.names.find(repo.id, testId);
    if (!name) throw missing();
    const { builds, blocks, packed } = await this.readWindow(repo, branch);
    const history = await this.deps.thread.run(repo.id, 'historyOf', packed, testId);
    const ids = [...new Set(blocks.map(({ stepId }) => stepId))];
    const messages = await this.readModel.listMessages([testId], ids, shownMessage);
    const runs = builds.flatMap((build, at): TestHistory['runs'] => {
      const result = history[at];
      if (!result) return [];
      const own = blocks.filter((block) => block.buildId === build.id && block.isCurrent);
      const failure = messages.find(({ stepId }) => own.some((block) => block.stepId === stepId));
      return [
        {
          build: toBuildWithTests(build),
          status: result.status,
          ms: result.ms,
          ...(result.isFlaky ? { is_flaky: true } : {}),
          ...(failure ? { message: failure.message } : {}),
        },
      ];
    });
    return { ...toTestName(name), runs };
  }

  private async readWindow(repo: Repo, branch: string | undefined) {
    const builds = await this.readModel.listNewest(repo.id, { branch, ...window });
    const blocks = await this.readModel.listBlocks(builds.map(({ id }) => id));
    return { builds, blocks, packed: packBuilds(builds, blocks) };
  }

  private async describe(records: readonly RecordOfTest[]): Promise<RepoTest[]> {
    const names = await this.names.list(records.map(({ id }) => id));
    return records.flatMap(({ id, statuses, ran, failed, flaky, medianMs }): RepoTest[] => {
      const name = names.get(id);
      if (!name) return [];
      return [{ ...toTestName(name), statuses, ran, failed, flaky, median_ms: medianMs }];
    });
  }
}
