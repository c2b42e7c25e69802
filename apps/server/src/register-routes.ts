import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { FindStepId } from './builds/stage-store.ts';
import type { Context } from './context.ts';
import { registerCollaboratorRoutes } from './features/repos/collaborator-routes.ts';
import { registerRemoteRepoRoutes } from './features/repos/remote-repo-routes.ts';
import { registerRepoRoutes } from './features/repos/repo-routes.ts';
import { registerStarterPipelineRoutes } from './features/repos/starter-pipeline-routes.ts';
import { registerUserRepoRoutes } from './features/repos/user-repo-routes.ts';
import { registerKnownRunnerRoutes } from './features/runners/known-runner-routes.ts';
import { registerAccountRoutes } from './features/users/account-routes.ts';
import { registerProfileRoutes } from './features/users/profile-routes.ts';
import { registerSessionRoutes } from './features/sign-in/session-routes.ts';
import { registerUserRoutes } from './features/users/user-routes.ts';
import { registerHookRoutes } from './features/webhooks/hook-routes.ts';
import { registerGitRoutes } from './features/git-hosting/git-routes.ts';
import type { ApiRoutes } from './http/api-routes.ts';
import { Downloads } from './http/downloads.ts';
import { OpenStreams } from './http/open-streams.ts';
import type { WebFiles } from './http/web-files.ts';
import { BuildFeed } from './features/live/build-feed.ts';
import { registerLiveRoutes } from './features/live/live-routes.ts';
import { LogFeed } from './features/live/log-feed.ts';
import { RefusedStreams } from './features/live/refused-streams.ts';
import { registerRunnerRoutes } from './runner-link/runner-routes.ts';

/** Every feature's routes, on one application. */
export async function registerRoutes(
  app: FastifyInstance,
  context: Context,
  web: WebFiles | null,
  routes: ApiRoutes,
): Promise<void> {
  const streams = new OpenStreams(app, context.config.streams, context.drain);
  const findStepId: FindStepId = (place) => context.stages.findStepId(place);
  // Another site's form can be sent without a person's knowing: none but that of signing in is taken.
  await app.register(async (scope) => {
    await scope.register(formbody);
    registerSessionRoutes(scope, {
      ...context,
      web,
      hasPasswords: context.config.forge.passwordSignIn,
      onSignedIn: (user) => context.repoSync.startInBackground(user),
    });
  });
  registerUserRoutes(routes, context.users, context.passwords);
  registerProfileRoutes(routes, context.userStore, context.clock);
  registerAccountRoutes(routes, context.accounts, context.users, context.passwords);
  registerRepoRoutes(routes, context);
  registerCollaboratorRoutes(routes, {
    repos: context.repos,
    findUser: (login) => context.userStore.findByLogin(login),
  });
  registerStarterPipelineRoutes(routes, context);
  registerRemoteRepoRoutes(routes, context);
  registerUserRepoRoutes(routes, {
    ...context,
    requireUser: (login) => context.accounts.require(login),
  });
  registerKnownRunnerRoutes(routes, context.listKnownRunners);
  const downloads = new Downloads(context.config.downloads);
  context.features.addRoutes({ api: routes, app, downloads, streams });
  const { remote } = context;
  if (remote) {
    registerHookRoutes(app, {
      source: remote.source,
      findRepo: (uid) => context.syncStore.findByUid(remote.forge.kind, uid),
      findSecret: (repoId) => remote.hooks.find(repoId),
      take: (repo, event) => context.deliveryWorker.take(repo.id, event),
    });
  } else {
    registerGitRoutes(app, {
      host: context.gitHost,
      files: context.repositoryFiles,
      clonePasswords: context.clonePasswords,
      forge: context.builtinForge,
      limits: context.config.git,
    });
  }
  await registerRunnerRoutes(app, routes, {
    calls: context.runnerCalls,
    drain: context.drain,
    secret: context.config.rpcSecret,
    onRunnerStart: (started) => context.lostStages.recoverReplaced(started),
  });
  registerLiveRoutes(app, {
    ...context,
    ...(await openLiveFeeds(app, context)),
    streams,
    findStepId,
    findLogEnd: (stepId) => context.ports.findLogEnd(stepId),
  });
}

async function openLiveFeeds(app: FastifyInstance, context: Context) {
  const { bus, buildChanges } = context;
  const refused = new RefusedStreams(bus);
  app.addHook('onClose', async () => refused.stop());
  return {
    refused,
    builds: await BuildFeed.open({
      ...context,
      findNewest: () => buildChanges.findNewest(),
      listAfter: (id, repoId) => buildChanges.listAfter(id, repoId),
      read: context.readBuildNews,
    }),
    logs: new LogFeed(bus, {
      readAfter: (stepId, pos) => context.ports.readLogAfter(stepId, pos),
      isOver: (stepId) => context.ports.isLogOver(stepId),
    }),
  };
}
