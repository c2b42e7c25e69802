import {
  getBuildTest,
  getTestHistory,
  listBuildTests,
  listRepoTests,
  testPageSize,
} from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { readAttempt } from '../../http/attempt.ts';
import { readPage } from '../../http/page.ts';
import type { BuildTests } from './build-tests.ts';
import type { RepoTests } from './repo-tests.ts';

interface Deps {
  buildTests: BuildTests;
  repoTests: RepoTests;
}

export function registerTestRoutes(routes: ApiRoutes, { buildTests, repoTests }: Deps): void {
  routes.repo(listBuildTests, ({ repo, params, query }) =>
    buildTests.list(
      repo,
      params.build,
      { ...readAttempt(query), status: query.status, sort: query.sort, q: query.q },
      readPage(query, testPageSize),
    ),
  );
  routes.repo(getBuildTest, ({ repo, params }) => buildTests.find(repo, params.build, params.test));
  routes.repo(listRepoTests, ({ repo, query }) =>
    repoTests.list(repo, query, readPage(query, testPageSize)),
  );
  routes.repo(getTestHistory, ({ repo, params, query }) =>
    repoTests.find(repo, params.test, query.branch),
  );
}
