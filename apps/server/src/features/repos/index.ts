import { ForeignFileThread } from '@millrace/build-host/foreign-files/foreign-file-thread';
import type { Core } from '../../core.ts';
import type { Repo } from '../../domain/repo.ts';
import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { ForgeReposStore } from '../../repositories/forge-repos-store.ts';
import { NamespaceReposStore } from '../../repositories/namespace-repos-store.ts';
import { askFirst } from '../../shared/ask.ts';
import { runnersPort } from '../runners/port.ts';
import { registerCollaboratorRoutes } from './collaborator-routes.ts';
import { reposPort } from './port.ts';
import { registerRemoteRepoRoutes } from './remote-repo-routes.ts';
import { createRepoChecks } from './repo-checks.ts';
import { registerRepoRoutes } from './repo-routes.ts';
import { RepoService } from './repo-service.ts';
import { registerStarterPipelineRoutes } from './starter-pipeline-routes.ts';
import { createSyncServices } from './sync-services.ts';
import { registerUserRepoRoutes } from './user-repo-routes.ts';

/** Repositories: syncs them with the forge, activates and configures them. */
export const repos: CreateFeature = (core, ask, contributed) => {
  const { builds, changeBuild, clock, forge, remote, userStore } = core;
  const { syncStore, repoSync } = createSyncServices(core, contributed);
  const checks = remote && createChecks({ ...core, forge: remote.forge, syncStore });
  const checkRepo = async (repo: Repo) => {
    if (repo.forge === remote?.forge.kind) await checks?.checkNow(repo);
  };
  const repoService = new RepoService({
    ...core,
    checkRepo,
    refresh: (repo, facts) => syncStore.refresh(repo, facts, clock.nowSec()),
    findNewestNumber: (repoId) => builds.findNewestNumber(repoId),
    listUnfinishedBuilds: (repoId) => builds.listUnfinished(repoId),
    deleteBuilds: (repoId) => changeBuild.deleteAllOf(repoId),
  });
  return {
    owns: { forge_namespaces: { reason: 'One row for each namespace of the forge' } },
    port: reposPort.answer({
      checkRepo,
      findRepoByUid: (uid) => syncStore.findByUid(forge.kind, uid),
      refreshRepo: (repo, facts) => syncStore.refresh(repo, facts, clock.nowSec()),
      deactivateRepo: (repo) => syncStore.deactivate(repo, clock.nowSec()),
    }),
    onSignedIn: (user) => repoSync.startInBackground(user),
    onPersonSeen: (user) => {
      if (remote) repoSync.syncIfOld(user);
    },
    addRoutes: ({ api }) => {
      registerRepoRoutes(api, { ...core, repoService });
      registerCollaboratorRoutes(api, {
        ...core,
        findUser: (login) => userStore.findByLogin(login),
        listTeams: async (repo) => (await askFirst(contributed.repoTeams, repo)) ?? new Map(),
      });
      const foreignFiles = new ForeignFileThread();
      registerStarterPipelineRoutes(api, { forge, foreignFiles, runnersPort: ask(runnersPort) });
      registerRemoteRepoRoutes(api, core);
      registerUserRepoRoutes(api, { ...core, repoSync });
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
      checkRepos:
        checks &&
        new RepeatedJob({
          ...core,
          everyMs: 60_000,
          failure: 'The background checks of repositories failed',
          work: (stopped) => checks.tick(stopped),
        }),
    },
  };
};

function createChecks(
  deps: Omit<Parameters<typeof createRepoChecks>[0], 'maxPerMinute' | 'forgeRepos'> & Core,
) {
  const { maxPerMinute } = deps.config.forge.checks;
  return createRepoChecks({ ...deps, forgeRepos: new ForgeReposStore(deps.db), maxPerMinute });
}
