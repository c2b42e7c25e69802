import {
  approveStage,
  type Build,
  type BuildCounts,
  cancelBuild,
  countBuilds,
  countFeedBuilds,
  createBuild,
  type DeployTargets,
  declineStage,
  getBuild,
  getDeployTargets,
  getFailureHistory,
  getPipelineFile,
  getSourceFile,
  listBuildParameters,
  listBuilds,
  listEstimates,
  listFeedBuilds,
  listRepoEstimates,
  listRevisions,
  listUsualDurations,
  pinBuild,
  promoteBuild,
  purgeBuilds,
  restartBuild,
  rollbackBuild,
  unpinBuild,
} from '../../../api/index.ts';
import { errorMessages } from '../../../errors.ts';
import { nowSec } from '../../now-sec.ts';
import { notFound, Refusal } from '../refusal.ts';
import { addBuild, slugOf } from './change-state.ts';
import { on } from './on.ts';

/** Counts builds by status. Filters are ignored. */
function countAll(builds: Build[]): BuildCounts {
  const status = [...new Set(builds.map((build) => build.status))].map((value) => ({
    value,
    count: builds.filter((build) => build.status === value).length,
  }));
  const by = { status, event: [], branch: [], author: [], target: [], cron: [] };
  return { total: builds.length, by };
}

/** Builds, their lists and commands. */
export const buildHandlers = [
  on(listBuilds, ({ state, params, query }) => {
    const [page, size] = [Number(query.page ?? 1), Number(query.per_page ?? 25)];
    const builds = state.builds[slugOf(params)] ?? [];
    const found = query.target ? builds.filter((each) => each.deploy_to === query.target) : builds;
    return found.slice((page - 1) * size, page * size);
  }),
  on(countBuilds, ({ state, params }) => countAll(state.builds[slugOf(params)] ?? [])),
  on(listFeedBuilds, ({ state }) =>
    state.repos.flatMap((repo) =>
      (state.builds[repo.slug] ?? []).map((build) => ({ ...repo, build })),
    ),
  ),
  on(countFeedBuilds, ({ state }) => countAll(Object.values(state.builds).flat())),
  on(getBuild, ({ state, params }) => {
    const build = state.builds[slugOf(params)]?.find(({ number }) => number === params.build);
    if (!build) throw new Refusal(404, errorMessages.noRows);
    return { stages: [], ...build };
  }),
  on(createBuild, ({ state, params }) =>
    addBuild(state, slugOf(params), { event: 'custom', title: 'Started by hand' }),
  ),
  on(restartBuild, ({ state, params, query }) => {
    const slug = slugOf(params);
    const build = state.builds[slug]?.find(({ number }) => number === params.build);
    if (query.only !== 'failed' || !build) {
      return addBuild(state, slug, { title: 'Again', debug: query.debug === 'true' });
    }
    return Object.assign(build, { status: 'pending', finished: 0, version: build.version + 1 });
  }),
  on(promoteBuild, ({ state, params, query }) =>
    addBuild(state, slugOf(params), { event: 'promote', deploy_to: query.target }),
  ),
  on(rollbackBuild, ({ state, params, query }) =>
    addBuild(state, slugOf(params), { event: 'rollback', deploy_to: query.target }),
  ),
  on(cancelBuild, ({ state, params }) => {
    const build = state.builds[slugOf(params)]?.find(({ number }) => number === params.build);
    if (!build) throw notFound();
    Object.assign(build, { status: 'killed', finished: nowSec(), version: build.version + 1 });
    return { stages: [], ...build };
  }),
  ...(
    [
      [pinBuild, true],
      [unpinBuild, false],
    ] as const
  ).map(([endpoint, pinned]) =>
    on(endpoint, ({ state, params }) => {
      const build = state.builds[slugOf(params)]?.find(({ number }) => number === params.build);
      if (!build) throw notFound();
      Object.assign(build, { pinned, version: build.version + 1 });
      return { stages: [], ...build };
    }),
  ),
  on(approveStage, () => {}),
  on(declineStage, () => {}),
  on(purgeBuilds, ({ state, params, query }) => {
    const builds = state.builds[slugOf(params)] ?? [];
    state.builds[slugOf(params)] = builds.filter(({ number }) => number >= Number(query.before));
  }),
  on(listBuildParameters, ({ state }) => state.parameters),
  on(listRevisions, ({ state: { revisions }, query: { q = '' } }) => ({
    commits: revisions.commits.filter(({ sha, title }) => `${sha} ${title}`.includes(q)),
    tags: revisions.tags.filter(({ name }) => name.includes(q)),
  })),
  on(getDeployTargets, ({ state: { deployTargets: targets }, query }) => {
    if (query.target === undefined) return { targets };
    const check: DeployTargets['check'] = targets.includes(query.target) ? 'known' : 'no_stage';
    return { targets, check };
  }),
  on(listRepoEstimates, ({ state }) => state.estimates),
  on(listEstimates, ({ state }) =>
    state.estimates.flatMap(({ build, end }) => (end ? [{ slug: 'octo/hello', build, end }] : [])),
  ),
  on(getFailureHistory, ({ state }) => state.failure),
  on(getPipelineFile, ({ state }) => ({ text: state.pipelineFile })),
  on(getSourceFile, ({ state }) => ({ text: state.sourceFile ?? state.pipelineFile })),
  on(listUsualDurations, () => []),
];
