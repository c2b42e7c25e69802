import { toStageJson } from '../../builds/build-mapper.ts';
import { BuildStore } from '../../builds/build-store.ts';
import { fillMissingWords } from '../../builds/missing-words.ts';
import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { registerApprovalRoutes } from './approval-routes.ts';
import { BuildCounts } from './build-counts.ts';
import { registerBuildRoutes } from './build-routes.ts';
import { createBuildServices } from './build-services.ts';
import { BuildsFeed } from './builds-feed.ts';
import { registerBuildsFeedRoutes } from './builds-feed-routes.ts';
import { EarlierBuildsReadModel } from './earlier-builds-read-model.ts';
import { FailureHistoryReader } from './failure-history-reader.ts';
import { registerIncompleteBuildRoutes } from './incomplete-build-routes.ts';
import { IncompleteBuilds } from './incomplete-builds.ts';
import { registerLatestBuildRoutes } from './latest-build-routes.ts';
import { ParameterReader } from './parameter-reader.ts';
import { UsualDurations } from './usual-durations.ts';

/** Builds: starts, restarts, approves, cancels, lists, finds and compares them. */
export const builds: CreateFeature = (core, ports) => {
  const { db, stages } = core;
  const services = createBuildServices(core, ports);
  const { readModel, buildStarter, buildDecisions, configReader } = services;
  const earlier = new EarlierBuildsReadModel(db);
  const searchTerms = new RepeatedJob({
    ...core,
    everyMs: 60_000,
    failure: 'The backfill of search terms failed',
    work: (stopped) => fillMissingWords(core, stopped),
  });
  return {
    ports: {
      createBuild: (repo, request) => buildStarter.createBuild(repo, request),
      startCronBuild: (...run) => buildStarter.startCronBuild(...run),
      endPullRequest: (repo, ref) => buildStarter.endPullRequest(repo, ref),
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
      const buildCounts = new BuildCounts(db);
      registerBuildRoutes(api, {
        ...core,
        ...services,
        buildCounts,
        failureHistory: new FailureHistoryReader({ ...core, earlier }),
        usualDurations: new UsualDurations(earlier),
        parameterReader: new ParameterReader({
          ...core,
          configReader,
          findTarget: (repo, branch, commit) => buildStarter.findTarget(repo, branch, commit),
        }),
      });
      registerBuildsFeedRoutes(api, { ...core, buildCounts, buildsFeed: new BuildsFeed(db) });
      registerApprovalRoutes(api, buildDecisions);
      registerLatestBuildRoutes(api, { ...core, ...services });
      registerIncompleteBuildRoutes(api, {
        ...core,
        ...services,
        incompleteBuilds: new IncompleteBuilds(db),
      });
    },
    namespaceData: {
      list: async (trx, namespace) => ({ builds: await new BuildStore(trx).count(namespace) }),
    },
    jobs: { fillSearchTerms: searchTerms },
  };
};
