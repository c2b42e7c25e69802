import {
  type Build as BuildJson,
  buildPageSize,
  cancelBuild,
  countBuilds,
  createBuild,
  getBuild,
  getFailureHistory,
  getLatestBuild,
  getPipelineFile,
  getSourceFile,
  listBuildParameters,
  listBuilds,
  listUsualDurations,
  promoteBuild,
  purgeBuilds,
  restartBuild,
  rollbackBuild,
} from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import { branchRef } from '@millrace/contract/git-ref';
import type { BuildStore } from '../../builds/build-store.ts';
import type { ChangeBuild } from '../../builds/change-build.ts';
import type { Build } from '../../domain/build.ts';
import { readBuildFilter } from '../../domain/build-filter.ts';
import type { Repo } from '../../domain/repo.ts';
import { type ApiRoutes, requirePerson } from '../../http/api-routes.ts';
import { readAttempt } from '../../http/attempt.ts';
import { readPage } from '../../http/page.ts';
import { badRequest, notFound } from '../../shared/errors.ts';
import type { BuildCounts } from './read/build-counts.ts';
import type { BuildReadModel } from './read/build-read-model.ts';
import type { FailureHistoryReader } from './read/failure-history-reader.ts';
import type { UsualDurations } from './read/usual-durations.ts';
import type { BuildDecisions } from './start/build-decisions.ts';
import type { BuildStarter } from './start/build-starter.ts';
import type { ConfigReader } from './start/config-reader.ts';
import type { ParameterReader } from './start/parameter-reader.ts';

interface Deps {
  changeBuild: ChangeBuild;
  buildStarter: BuildStarter;
  buildDecisions: BuildDecisions;
  readModel: BuildReadModel;
  builds: BuildStore;
  configReader: ConfigReader;
  failureHistory: FailureHistoryReader;
  usualDurations: UsualDurations;
  buildCounts: BuildCounts;
  parameterReader: ParameterReader;
}

export function registerBuildRoutes(routes: ApiRoutes, deps: Deps): void {
  const { buildStarter, buildDecisions, readModel } = deps;
  const read = async (changed: Build): Promise<BuildJson> => {
    const build = await readModel.findChanged(changed);
    if (!build) throw notFound();
    return build;
  };
  const readOrNull = (build: Build | null) => (build ? read(build) : null);

  routes.repo(listBuilds, ({ repo, query }) => {
    const page = readPage(query, buildPageSize);
    return readModel.list(repo.id, page, readBuildFilter(query));
  });

  routes.repo(countBuilds, ({ repo, query }) =>
    deps.buildCounts.count({ repoId: repo.id }, readBuildFilter(query)),
  );

  routes.repo(getLatestBuild, async ({ repo, query }) => {
    const ref = query.ref ?? branchRef(query.branch ?? repo.defaultBranch);
    const build = await readModel.findLatestOfRef(repo.id, ref);
    if (!build) throw notFound(errorMessages.noRows);
    return build;
  });

  routes.repo(getBuild, async ({ repo, params, query }) => {
    const { attempt } = readAttempt(query);
    const build = attempt
      ? await readModel.findAttempt(repo.id, params.build, attempt)
      : await readModel.findByNumber(repo.id, params.build);
    if (!build) throw notFound(errorMessages.noRows);
    return build;
  });

  const require = async (repo: Repo, number: number): Promise<Build> => {
    const build = await deps.builds.findByNumber(repo.id, number);
    if (!build) throw notFound(errorMessages.noRows);
    return build;
  };

  routes.repo(getPipelineFile, async ({ repo, params }) => {
    const { id } = await require(repo, params.build);
    return { text: (await deps.builds.findFile(id)).config };
  });

  routes.repo(getSourceFile, async ({ repo, params }) => {
    const { sourceRepo, after } = await require(repo, params.build);
    return { text: await deps.configReader.readSource(repo, sourceRepo, after) };
  });

  routes.repo(getFailureHistory, async ({ repo, params }) =>
    deps.failureHistory.read(repo, await require(repo, params.build)),
  );

  routes.repo(listUsualDurations, async ({ repo, params }) =>
    deps.usualDurations.read(await require(repo, params.build)),
  );

  routes.repo(listBuildParameters, async ({ repo, query }) => {
    const { event = 'custom', branch = '', commit = '', build } = query;
    const { parameterReader } = deps;
    if (!build) return parameterReader.listOfBranch(repo, event, { branch, commit });
    return parameterReader.listOfBuild(repo, event, await require(repo, Number(build)));
  });

  routes.repo(createBuild, async ({ repo, viewer, query }) => {
    const { branch = '', commit = '', ...params } = withoutToken(query);
    const wanted = { branch, commit, params };
    return readOrNull(await buildStarter.startBuild(repo, requirePerson(viewer), wanted));
  });

  routes.repo(restartBuild, async ({ repo, viewer, params, query }) => {
    const { debug, ...changed } = withoutToken(query);
    if (query.only === 'failed') {
      return read(await buildStarter.restartFailed(repo, requirePerson(viewer), params.build));
    }
    const options = { params: changed, debug: debug === 'true' };
    const person = requirePerson(viewer);
    return readOrNull(await buildStarter.restartBuild(repo, person, params.build, options));
  });

  for (const [endpoint, event] of [
    [promoteBuild, 'promote'],
    [rollbackBuild, 'rollback'],
  ] as const) {
    routes.repo(endpoint, async ({ repo, viewer, params, query }) => {
      const { target = '', ...more } = withoutToken(query);
      const deployment = { event, target, params: more };
      const person = requirePerson(viewer);
      return readOrNull(await buildStarter.deployBuild(repo, person, params.build, deployment));
    });
  }

  routes.repo(cancelBuild, async ({ repo, viewer, permissions, params }) => {
    const person = { login: requirePerson(viewer).login, canWrite: permissions.write };
    return read(await buildDecisions.cancel(repo, person, params.build));
  });

  routes.repo(purgeBuilds, async ({ repo, query }) => {
    const before = Number(query.before);
    if (!Number.isSafeInteger(before) || before < 1) throw badRequest('Invalid build number');
    await deps.changeBuild.purge(repo.id, before);
    return undefined;
  });
}

/** Every other key of the query is a parameter of the build; credentials are not. */
function withoutToken(query: Record<string, string>): Record<string, string> {
  const { access_token: _token, ...rest } = query;
  return rest;
}
