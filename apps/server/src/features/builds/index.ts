import { toStageJson } from '../../builds/build-mapper.ts';
import { BuildStore } from '../../builds/build-store.ts';
import { fillMissingWords } from '../../builds/missing-words.ts';
import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { registerBuildRoutes } from './build-routes.ts';
import { createBuildServices } from './build-services.ts';
import { BuildCounts } from './read/build-counts.ts';
import { BuildsFeed } from './read/builds-feed.ts';
import { registerBuildsFeedRoutes } from './read/builds-feed-routes.ts';
import { EarlierBuildsReadModel } from './read/earlier-builds-read-model.ts';
import { FailureHistoryReader } from './read/failure-history-reader.ts';
import { registerIncompleteBuildRoutes } from './read/incomplete-build-routes.ts';
import { IncompleteBuilds } from './read/incomplete-builds.ts';
import { registerLatestBuildRoutes } from './read/latest-build-routes.ts';
import { UsualDurations } from './read/usual-durations.ts';
import { registerApprovalRoutes } from './start/approval-routes.ts';
import { ParameterReader } from './start/parameter-reader.ts';

/** Builds: started, restarted, approved, canceled, listed, found and compared with earlier ones. */
export const builds: CreateFeature = (core, ports) => {
  const { db, stages } = core;
  const services = createBuildServices(core, ports);
  const { readModel, buildStarter, buildDecisions, configReader } = services;
  const earlier = new EarlierBuildsReadModel(db);
  const searchTerms = new RepeatedJob({
    ...core,
    everyMs: 60_000,
    failure: 'Builds without search terms could not be looked for',
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
