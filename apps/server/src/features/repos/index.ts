import type { Core } from '../../core.ts';
import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { ForgeReposStore } from '../../repositories/forge-repos-store.ts';
import { NamespaceReposStore } from '../../repositories/namespace-repos-store.ts';
import { registerCollaboratorRoutes } from './collaborator-routes.ts';
import { registerRemoteRepoRoutes } from './remote-repo-routes.ts';
import { createRepoChecks } from './repo-checks.ts';
import { registerRepoRoutes } from './repo-routes.ts';
import { RepoService } from './repo-service.ts';
import { registerStarterPipelineRoutes } from './starter-pipeline-routes.ts';
import { createSyncServices } from './sync-services.ts';
import { registerUserRepoRoutes } from './user-repo-routes.ts';

/** Repositories: syncs them with the forge, activates and configures them. */
export const repos: CreateFeature = (core, ports) => {
  const { builds, clock, forge, remote, userStore } = core;
  const { syncStore, repoSync } = createSyncServices(core, ports);
  const repoService = new RepoService({
    ...core,
    refresh: (repo, facts) => syncStore.refresh(repo, facts, clock.nowSec()),
    findNewestNumber: (repoId) => builds.findNewestNumber(repoId),
    listUnfinishedBuilds: (repoId) => builds.listUnfinished(repoId),
  });
  return {
    owns: ['forge_namespaces'],
    ports: {
      startRepoSync: (user) => repoSync.startInBackground(user),
      syncReposIfOld: (user) => {
        if (remote) repoSync.syncIfOld(user);
      },
      findRepoByUid: (uid) => syncStore.findByUid(forge.kind, uid),
      refreshRepo: (repo, facts) => syncStore.refresh(repo, facts, clock.nowSec()),
      deactivateRepo: (repo) => syncStore.deactivate(repo, clock.nowSec()),
    },
    addRoutes: ({ api }) => {
      registerRepoRoutes(api, { ...core, ports, repoService });
      registerCollaboratorRoutes(api, {
        ...core,
        findUser: (login) => userStore.findByLogin(login),
      });
      registerStarterPipelineRoutes(api, { forge, ports });
      registerRemoteRepoRoutes(api, core);
      registerUserRepoRoutes(api, { ...core, ports, repoSync });
    },
    namespaceData: {
      list: async (db, namespace) => {
        const names = (await new NamespaceReposStore(db).list(namespace)).map(({ name }) => name);
        return { repos: names };
      },
    },
    jobs: {
      endInterruptedSyncs: new RepeatedJob({
        ...core,
        everyMs: 60_000,
        failure: 'Interrupted syncs could not be cleared',
        work: () => repoSync.endInterrupted(),
      }),
      checkRepos: remote && createChecksJob({ ...core, forge: remote.forge, syncStore }),
    },
  };
};

function createChecksJob(
  deps: Omit<Parameters<typeof createRepoChecks>[0], 'maxPerMinute' | 'forgeRepos'> & Core,
): RepeatedJob {
  const { maxPerMinute } = deps.config.forge.checks;
  const forgeRepos = new ForgeReposStore(deps.db);
  const checks = createRepoChecks({ ...deps, forgeRepos, maxPerMinute });
  return new RepeatedJob({
    ...deps,
    everyMs: 60_000,
    failure: 'The background checks of repositories failed',
    work: (stopped) => checks.tick(stopped),
  });
}
