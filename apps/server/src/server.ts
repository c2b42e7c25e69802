import { fileURLToPath } from 'node:url';
import type { Runner } from '@millrace/runner';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import { openDataDir } from './config/data-dir.ts';
import { lockDataDirInTime } from './config/data-lock.ts';
import { type Context, createContext } from './context.ts';
import { builtInRunner } from './domain/lost-runner.ts';
import { startEmbeddedRunner } from './embedded-runner.ts';
import { apiDocsPath } from './features/system/api-docs.ts';
import { findGitVersion } from './forges/builtin/git.ts';
import { ApiRoutes } from './http/api-routes.ts';
import { createApp } from './http/app.ts';
import { WebFiles } from './http/web-files.ts';
import { tryOutStore } from './object-store/open-object-store.ts';
import { registerRoutes } from './register-routes.ts';
import { createInProcessRunnerApi } from './runner-link/in-process-runner-api.ts';
import { CronScheduler } from './scheduler/cron-scheduler.ts';
import { ensureAdmin, type FirstAdmin } from './seed/ensure-admin.ts';
import { seedSamples } from './seed/seed-samples.ts';
import { StartError } from './shared/errors.ts';
import type { Logger } from './shared/logger.ts';
import { wait } from './shared/wait.ts';

const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url));

export interface Server {
  url: string;
  /** Set at first start only. */
  firstAdmin: FirstAdmin | null;
  /** Ends running builds, streams and the database. */
  stop(): Promise<void>;
}

/** Starts everything in this process; throws {@link StartError} with words for the person who did. */
export async function startServer(config: Config, logger: Logger): Promise<Server> {
  await findGitVersion().catch(() => {
    throw new StartError(
      'Millrace needs git, and "git" was not found. Install it and start again.',
    );
  });
  const dirs = await openDataDir(config.dataDir, (path) =>
    logger.warn({ path }, 'Other accounts may read this, and it cannot be closed to them'),
  );
  const { dataDir } = config;
  const lock = await lockDataDirInTime(dataDir, () =>
    logger.warn({ dataDir }, 'Another server uses the data folder: waiting for its end'),
  );
  const disposals: (() => unknown)[] = [() => lock.release()];
  const stop = async () => {
    for (const dispose of disposals.splice(0).reverse()) await dispose();
  };
  try {
    const address = { url: config.publicUrl ?? '' };
    const context = await createContext(config, dirs, logger, address);
    disposals.push(() => context.db.destroy());
    const { objectStore } = context;
    disposals.push(() => objectStore?.close());
    if (objectStore && config.logStore) await tryOutStore(objectStore, config.logStore);
    await context.lostStages.recoverBuiltIn();
    await context.userStore.clearSyncing();
    await context.namespaces.settle();
    const firstAdmin = await ensureAdmin(context.users, context.userStore, config);

    const app = await buildApp(context);
    disposals.push(() => app.close());
    address.url = await listen(app, config);
    const runner = startRunner(context);
    disposals.push(() => runner?.stop({ reason: 'the server stops' }));
    disposals.push(await listenToForge(context));
    const scheduler = startScheduler(context);
    disposals.push(() => scheduler.stop());
    context.logObjectWorker?.run();
    disposals.push(() => context.logObjectWorker?.stop());
    context.lostStages.run();
    disposals.push(() => context.lostStages.stop());
    if (firstAdmin && config.seed === 'samples' && !context.remote) {
      await seedSamples(context, firstAdmin.login);
    }
    return { url: address.url, firstAdmin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The HTTP application of a context, not listening: tests inject into it. */
export async function buildApp(
  context: Context,
  createRoutes = (app: FastifyInstance) => new ApiRoutes(app, context.authority),
): Promise<FastifyInstance> {
  const { authority } = context;
  const { forge } = context;
  const web = await WebFiles.load(webDir, {
    config: {
      version: context.version.version,
      signIn: { password: context.remote === null, forge: context.remote !== null },
      forgePages: forge.hasPages,
      apiReference: apiDocsPath,
      links: context.config.links,
    },
    hasSession: (request) =>
      authority.findViewer(request).then(
        (viewer) => viewer !== null,
        () => false,
      ),
  });
  const app = await createApp({
    logger: context.logger,
    web,
    trustedProxies: context.config.trustedProxies,
  });
  await registerRoutes(app, context, web, createRoutes(app));
  return app;
}

/** Takes what the forge tells, and told meanwhile, and tells it how builds stand; ends with the answer. */
export async function listenToForge(context: Context): Promise<() => Promise<void>> {
  const { remote, builtinForge, eventReceiver, deliveryWorker, commitStatuses } = context;
  if (remote) deliveryWorker.run();
  else await builtinForge.listen((event) => eventReceiver.receive(event));
  commitStatuses?.run();
  return async () => {
    await deliveryWorker.stop();
    await commitStatuses?.stop();
  };
}

function startScheduler(context: Context): CronScheduler {
  const { cronService } = context;
  const scheduler = new CronScheduler({
    ...context,
    start: (cron) => cronService.startClaimed(cron),
    wait,
  });
  scheduler.run();
  return scheduler;
}

function startRunner(context: Context): Runner | null {
  const { config, dirs, logger, pipelineReader } = context;
  if (config.runnerCapacity === 0) return null;
  return startEmbeddedRunner({
    api: createInProcessRunnerApi(context.runnerCalls, builtInRunner),
    capacity: config.runnerCapacity,
    execUser: config.execUser,
    execView: config.execView,
    dataDir: config.dataDir,
    workDir: dirs.runner,
    maxLogBytes: config.logLimitMb * 1_000_000,
    readSteps: ({ repo, config: text }, input) =>
      pipelineReader.readStageSteps(repo.slug, text, input),
    logger,
  });
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  const { host, port } = config;
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} on ${host} is taken. Stop the program that uses it, or choose another port with MILLRACE_PORT.`,
      );
    }
    throw new StartError(`Cannot listen on ${host}, port ${port}: ${String(error)}`);
  }
  const bound = app.server.address();
  const boundPort = bound && typeof bound === 'object' ? bound.port : port;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return config.publicUrl ?? `http://${name.includes(':') ? `[${name}]` : name}:${boundPort}`;
}
