import {
  buildPageSize,
  countBuilds,
  getBuild,
  getFailureHistory,
  getLatestBuild,
  getPipelineFile,
  getSourceFile,
  listBuilds,
  listUsualDurations,
} from '@millrace/contract/api';
import { missing } from '@millrace/contract/api-errors';
import { branchRef } from '@millrace/pipeline/git-ref';
import type { BuildStore } from '../../../builds/build-store.ts';
import type { LineStore } from '../../../builds/line-store.ts';
import type { BuildReadModel } from '../../../builds/read/build-read-model.ts';
import { readBuildFilter } from '../../../domain/build-filter.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { ApiRoutes } from '../../../http/api-routes.ts';
import { readAttempt } from '../../../http/attempt.ts';
import { readPage } from '../../../http/page.ts';
import { requireBuild } from '../require-build.ts';
import type { BuildCounts } from './build-counts.ts';
import type { FailureHistoryReader } from './failure-history-reader.ts';
import type { UsualDurations } from './usual-durations.ts';

interface Deps {
  readModel: BuildReadModel;
  builds: BuildStore;
  failureHistory: FailureHistoryReader;
  lines: LineStore;
  usualDurations: UsualDurations;
  buildCounts: BuildCounts;
  readSourceFile: (repo: Repo, sourceRepo: string, sha: string) => Promise<string>;
}

/** Registers the calls that list builds, and read one of them. */
export function registerBuildRoutes(routes: ApiRoutes, deps: Deps): void {
  const { readModel, builds } = deps;

  routes.repo(listBuilds, ({ repo, query }) => {
    const page = readPage(query, buildPageSize);
    return readModel.list(repo.id, page, readBuildFilter(query));
  });

  routes.repo(countBuilds, ({ repo, query }) =>
    deps.buildCounts.count({ repoId: repo.id }, readBuildFilter(query)),
  );

  routes.repo(getLatestBuild, async ({ repo, query }) => {
    const ref = query.ref ?? branchRef(query.branch ?? repo.defaultBranch);
    const state = query.state && (await deps.lines.findStateOfRef(repo.id, ref));
    const build = state
      ? await readModel.findById(state.id)
      : await readModel.findLatestOfRef(repo.id, ref);
    if (!build) throw missing();
    return build;
  });

  routes.repo(getBuild, async ({ repo, params, query }) => {
    const { attempt } = readAttempt(query);
    const build = attempt
      ? await readModel.findAttempt(repo.id, params.build, attempt)
      : await readModel.findByNumber(repo.id, params.build);
    if (!build) throw missing();
    return build;
  });

  routes.repo(getPipelineFile, async ({ repo, params }) => {
    const { id } = await requireBuild(builds, repo, params.build);
    return { text: (await builds.findFile(id)).config };
  });

  routes.repo(getSourceFile, async ({ repo, params }) => {
    const { sourceRepo, after } = await requireBuild(builds, repo, params.build);
    return { text: await deps.readSourceFile(repo, sourceRepo, after) };
  });

  routes.repo(getFailureHistory, async ({ repo, params }) =>
    deps.failureHistory.read(repo, await requireBuild(builds, repo, params.build)),
  );

  routes.repo(listUsualDurations, async ({ repo, params }) =>
    deps.usualDurations.read(await requireBuild(builds, repo, params.build)),
  );
}
