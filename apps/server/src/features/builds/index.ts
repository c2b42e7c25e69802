import { toStageJson } from '../../builds/build-mapper.ts';
import { BuildStore } from '../../builds/build-store.ts';
import { fillMissingWords } from '../../builds/missing-words.ts';
import type { Core } from '../../core.ts';
import { DryRunThreads } from '../../dry-run/dry-run-thread.ts';
import type { CreateFeature } from '../../feature.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import type { Ports } from '../../ports.ts';
import { createBuildServices } from './build-services.ts';
import { backTestBuild } from './plan/build-back-test.ts';
import { registerCommitRoutes } from './plan/commit-routes.ts';
import { FilePlanner } from './plan/file-planner.ts';
import { registerPlanRoutes } from './plan/plan-routes.ts';
import { rememberReads } from './plan/remember-reads.ts';
import { BuildCounts } from './read/build-counts.ts';
import { registerBuildRoutes } from './read/build-routes.ts';
import { BuildsFeed } from './read/builds-feed.ts';
import { registerBuildsFeedRoutes } from './read/builds-feed-routes.ts';
import { EarlierBuildsReadModel } from './read/earlier-builds-read-model.ts';
import { FailureHistoryReader } from './read/failure-history-reader.ts';
import { registerIncompleteBuildRoutes } from './read/incomplete-build-routes.ts';
import { IncompleteBuilds } from './read/incomplete-builds.ts';
import { registerLatestBuildRoutes } from './read/latest-build-routes.ts';
import { UsualDurations } from './read/usual-durations.ts';
import { registerApprovalRoutes } from './start/approval-routes.ts';
import { ConfigReader } from './start/config-reader.ts';
import { endPullRequest } from './start/end-pull-request.ts';
import { ParameterReader } from './start/parameter-reader.ts';
import { registerStartRoutes } from './start/start-routes.ts';

/** Builds: starts, restarts, approves, cancels, lists, finds and compares them. */
export const builds: CreateFeature = (core, ports) => {
  const { stages } = core;
  const services = createBuildServices(core, ports);
  const { readModel, buildCreator, buildStarter, buildRestarter } = services;
  const earlier = new EarlierBuildsReadModel(core.db);
  const dryRuns = new DryRunThreads();
  const failureHistory = new FailureHistoryReader({ ...core, earlier });
  const searchTerms = new RepeatedJob({
    ...core,
    everyMs: 60_000,
    failure: 'The backfill of search terms failed',
    work: (stopped) => fillMissingWords(core, stopped),
  });
  return {
    ports: {
      createBuild: (repo, request) => buildCreator.createBuild(repo, request),
      startCronBuild: (...run) => buildStarter.startCronBuild(...run),
      readFailureHistory: (repo, build) => failureHistory.read(repo, build),
      restartFailed: (...build) => buildRestarter.restartFailed(...build),
      backTestBuild: (...build) =>
        backTestBuild({ ...core, ...services, ports, threads: dryRuns }, ...build),
      endPullRequest: (repo, ref) => endPullRequest({ ...core, ...services }, repo, ref),
      findStepId: (place) => stages.findStepId(place),
      listSteps: (...place) => readModel.listSteps(...place),
      stageJson: (stage, waiting) => toStageJson(stage, undefined, waiting),
      findBuild: (id) => readModel.findById(id),
      findBuildForEvent: (id) => readModel.findForEvent(id),
      readBuild: (build) => readModel.findChanged(build),
      findLatestBuilds: (repoIds) => readModel.findLatest(repoIds),
      findLatestBuildTexts: (repoIds) => readModel.findLatestTexts(repoIds),
      findLatestBuildOfRef: ({ id }, ref) => readModel.findLatestOfRef(id, ref),
      listRecentBuilds: (repoIds, limit) => readModel.listRecent(repoIds, limit),
    },
    addRoutes: ({ api }) => {
      addReadRoutes(api, core, { ...services, earlier, failureHistory });
      addStartRoutes(api, core, services);
      addPlanRoutes(api, core, ports, dryRuns);
    },
    namespaceData: {
      list: async (trx, namespace) => ({ builds: await new BuildStore(trx).count(namespace) }),
    },
    jobs: { fillSearchTerms: searchTerms },
  };
};

type BuildServices = ReturnType<typeof createBuildServices>;

interface ReadServices extends BuildServices {
  earlier: EarlierBuildsReadModel;
  failureHistory: FailureHistoryReader;
}

function addReadRoutes(api: ApiRoutes, core: Core, services: ReadServices): void {
  const { db } = core;
  const buildCounts = new BuildCounts(db);
  registerBuildRoutes(api, {
    ...core,
    ...services,
    buildCounts,
    usualDurations: new UsualDurations(services.earlier),
    readSourceFile: (...place) => services.configReader.readSource(...place),
  });
  registerBuildsFeedRoutes(api, { ...core, buildCounts, buildsFeed: new BuildsFeed(db) });
  registerLatestBuildRoutes(api, { ...core, ...services });
  const incompleteBuilds = new IncompleteBuilds(db);
  registerIncompleteBuildRoutes(api, { ...core, ...services, incompleteBuilds });
}

function addStartRoutes(api: ApiRoutes, core: Core, services: BuildServices): void {
  const { readModel, buildStarter, buildDecisions } = services;
  registerStartRoutes(api, {
    ...core,
    ...services,
    readBuild: (build) => readModel.findChanged(build),
    parameterReader: new ParameterReader({
      ...core,
      ...services,
      findTarget: (repo, branch, commit) => buildStarter.findTarget(repo, branch, commit),
    }),
  });
  registerApprovalRoutes(api, buildDecisions);
}

function addPlanRoutes(api: ApiRoutes, core: Core, ports: Ports, threads: DryRunThreads): void {
  const { forge } = core;
  const { findCommit, ...reads } = rememberReads(forge);
  const { lacksPullRefs = false } = forge;
  const configReader = new ConfigReader({
    ...core,
    ports,
    forge: {
      ...reads,
      findCommit,
      commitUrl: (...place) => forge.commitUrl(...place),
      lacksPullRefs,
    },
  });
  const planner = new FilePlanner({ ...core, ports, configReader, findCommit, threads });
  registerPlanRoutes(api, { planner, forge });
  registerCommitRoutes(api, forge);
}
