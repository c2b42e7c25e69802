import { listRepoSummaries, maxRepoPage } from '@millrace/contract/api';
import type { CreateFeature } from '../../feature.ts';
import { readPage } from '../../http/page.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { RepoMeasurer } from './repo-measurer.ts';
import { RepoSizeStore } from './repo-size-store.ts';
import { RepoSummaryReader } from './repo-summaries.ts';

const pageSize = 100;

/** Sizes of repositories: measures them in the background, and lists all repositories for system admins. */
export const repoSizes: CreateFeature = (core, _, contributed) => {
  const { db, hosting } = core;
  const measurer = new RepoMeasurer({
    ...core,
    sizes: new RepoSizeStore(db),
    files: hosting.files,
    contributed,
  });
  return {
    owns: { repo_sizes: 'repository' },
    storedBytes: (namespace) => new RepoSizeStore(db).sum(namespace),
    addRoutes: ({ api }) => {
      const summaries = new RepoSummaryReader(db);
      api.session(listRepoSummaries, ({ query: { limit, ...filter } }) =>
        summaries.read(filter, readPage({ per_page: limit }, pageSize, maxRepoPage).limit),
      );
    },
    jobs: {
      measureRepos: new RepeatedJob({
        ...core,
        everyMs: 30_000,
        failure: 'The sizes of repositories could not be measured',
        work: (stopped) => measurer.run(stopped),
      }),
    },
  };
};
