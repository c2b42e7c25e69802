import { BuildStore } from '../../builds/build-store.ts';
import type { Core } from '../../core.ts';
import { DryRunThreads } from '../../dry-run/dry-run-thread.ts';
import type { CreateFeature } from '../../feature.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { type ReposPort, reposPort } from '../repos/port.ts';
import { createBuildServices } from './build-services.ts';
import { listBuildsOfPerson } from './list-builds-of-person.ts';
import { backTestBuild } from './plan/build-back-test.ts';
import { registerCommitRoutes } from './plan/commit-routes.ts';
import { FilePlanner } from './plan/file-planner.ts';
import { registerPlanRoutes } from './plan/plan-routes.ts';
import { rememberReads } from './plan/remember-reads.ts';
import { buildsPort } from './port.ts';
import { BuildCounts } from './read/build-counts.ts';
import { registerBuildRoutes } from './read/build-routes.ts';
import { BuildsFeed } from './read/builds-feed.ts';
import { registerBuildsFeedRoutes } from './read/builds-feed-routes.ts';
import { DefaultBranchesReadModel } from './read/default-branches-read-model.ts';
import { EarlierBuildsReadModel } from './read/earlier-builds-read-model.ts';
import { EnvironmentReadModel } from './read/environment-read-model.ts';
import { EnvironmentReader } from './read/environment-reader.ts';
import { registerEnvironmentRoutes } from './read/environment-routes.ts';
import { FailureHistoryReader } from './read/failure-history-reader.ts';
import { registerIncompleteBuildRoutes } from './read/incomplete-build-routes.ts';
import { IncompleteBuilds } from './read/incomplete-builds.ts';
import { registerLatestBuildRoutes } from './read/latest-build-routes.ts';
import { OrganizationHealth } from './read/organization-health.ts';
import { UsualDurations } from './read/usual-durations.ts';
import { registerApprovalRoutes } from './start/approval-routes.ts';
import { ConfigReader } from './start/config-reader.ts';
import { DeployTargetReader } from './start/deploy-target-reader.ts';
import { endPullRequest } from './start/end-pull-request.ts';
import { EventReceiver } from './start/event-receiver.ts';
import { ParameterReader } from './start/parameter-reader.ts';
import { RevisionReader } from './start/revision-reader.ts';
import { registerStartRoutes } from './start/start-routes.ts';

/** Builds: starts, restarts, approves, cancels, lists, finds and compares them. */
export const builds: CreateFeature = (core, ask, contributed) => {
  const services = createBuildServices(core, ask, contributed);
  const { buildCreator, buildStarter, buildRestarter } = services;
  const earlier = new EarlierBuildsReadModel(core.db);
  const dryRuns = new DryRunThreads();
  const eventReceiver = createEventReceiver(core, ask(reposPort), services);
  const failureHistory = new FailureHistoryReader({ ...core, ...services, earlier });
  return {
    port: buildsPort.answer({
      createBuild: (repo, request) => buildCreator.createBuild(repo, request),
      startCronBuild: (...run) => buildStarter.startCronBuild(...run),
      readFailureHistory: (repo, build) => failureHistory.read(repo, build),
      restartFailed: (...build) => buildRestarter.restartFailed(...build),
      backTestBuild: (...build) =>
        backTestBuild({ ...core, ...services, threads: dryRuns }, ...build),
      receiveForgeEvent: (...event) => eventReceiver.receive(...event),
    }),
    addRoutes: ({ api }) => {
      addReadRoutes(api, core, { ...services, earlier, failureHistory });
      addStartRoutes(api, core, services);
      addPlanRoutes(api, core, services, dryRuns);
    },
    jobs: { expandMatrices: services.matrixExpander },
    namespaceData: {
      list: async (trx, namespace) => ({ builds: await new BuildStore(trx).count(namespace) }),
    },
    personData: (user) => listBuildsOfPerson(core.db, user),
    forgetPerson: (person) => core.changeBuild.replacePerson(person),
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
    usualDurations: new UsualDurations(services.earlier, services.lines),
    readSourceFile: (...args) => services.configReader.readSource(...args),
  });
  const defaultBranches = new DefaultBranchesReadModel(db);
  registerBuildsFeedRoutes(api, {
    ...core,
    buildCounts,
    buildsFeed: new BuildsFeed(db),
    defaultBranches,
    organizationHealth: new OrganizationHealth(db, defaultBranches),
  });
  registerLatestBuildRoutes(api, { ...core, ...services });
  const environments = new EnvironmentReadModel(db);
  const environmentReader = new EnvironmentReader({ ...core, environments });
  registerEnvironmentRoutes(api, { ...core, environmentReader });
  const incompleteBuilds = new IncompleteBuilds(db);
  registerIncompleteBuildRoutes(api, { ...core, ...services, incompleteBuilds });
}

function addStartRoutes(api: ApiRoutes, core: Core, services: BuildServices): void {
  const { readModel, buildStarter, buildDecisions } = services;
  registerStartRoutes(api, {
    ...core,
    ...services,
    readBuild: (build) => readModel.findChanged(build),
    deployTargets: new DeployTargetReader({ ...core, ...services }),
    revisionReader: new RevisionReader(core),
    parameterReader: new ParameterReader({
      ...core,
      ...services,
      findTarget: (repo, branch, commit) => buildStarter.findTarget(repo, branch, commit),
    }),
  });
  registerApprovalRoutes(api, buildDecisions);
}

function addPlanRoutes(
  api: ApiRoutes,
  core: Core,
  { fileHandlers }: BuildServices,
  threads: DryRunThreads,
): void {
  const { forge } = core;
  const { findCommit, ...reads } = rememberReads(forge);
  const { lacksPullRefs = false } = forge;
  const configReader = new ConfigReader({
    ...core,
    fileHandlers,
    forge: {
      ...reads,
      findCommit,
      commitUrl: (...args) => forge.commitUrl(...args),
      lacksPullRefs,
    },
  });
  const shared = { ...core, fileHandlers, configReader, findCommit };
  const planners = {
    account: new FilePlanner({ ...shared, threads, audience: 'account' }),
    guest: new FilePlanner({ ...shared, threads: new DryRunThreads(), audience: 'guest' }),
  };
  registerPlanRoutes(api, { ...core, planners, forge });
  registerCommitRoutes(api, forge);
}

function createEventReceiver(
  core: Core,
  known: ReposPort,
  services: Pick<BuildServices, 'buildCreator' | 'latestBuilds'>,
): EventReceiver {
  const { builds, forge, remote, repos, userStore } = core;
  return new EventReceiver({
    ...core,
    ...services,
    reposPort: known,
    endPullRequest: (repo, ref) => endPullRequest({ ...core, ...services }, repo, ref),
    findLogin: async (uid) => {
      const identity = await remote?.identities.findByUid(forge.kind, uid);
      return identity && (await userStore.findById(identity.userId))?.login;
    },
    findRepo: ({ uid, namespace, name }) =>
      uid === undefined ? repos.findBySlug(`${namespace}/${name}`) : known.findRepoByUid(uid),
    removeLatestOfBranch: (repo, branch) => services.latestBuilds.forget(repo.id, 'branch', branch),
    findLatestOfRef: (repo, ref) => builds.findLatestOfRef(repo.id, ref),
  });
}
