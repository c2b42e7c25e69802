import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '@millrace/node-kit/logger';
import { StartError } from '@millrace/node-kit/start-error';
import type { Runner } from '@millrace/runner';
import type { FastifyInstance } from 'fastify';
import { BackgroundWork, type Loop } from './cluster/background-work.ts';
import { RepeatedWork } from './cluster/repeated-work.ts';
import { requireSameRepositories } from './cluster/require-same-repositories.ts';
import { readServerId } from './cluster/server-id.ts';
import type { Config } from './config/config.ts';
import { openDataDir } from './config/data-dir.ts';
import { lockDataDirInTime } from './config/data-lock.ts';
import { type Context, createContext } from './context.ts';
import { builtInRunnerOf } from './domain/lost-runner.ts';
import { startEmbeddedRunner } from './embedded-runner.ts';
import { apiDocsPath } from './features/system/api-docs.ts';
import { findGitVersion } from './forges/builtin/git.ts';
import { ApiRoutes } from './http/api-routes.ts';
import { createApp } from './http/app.ts';
import { WebFiles } from './http/web-files.ts';
import { tryOutStore } from './object-store/open-object-store.ts';
import { registerRoutes } from './register-routes.ts';
import { createInProcessRunnerApi } from './runner-link/in-process-runner-api.ts';
import { ensureAdmin, type FirstAdmin } from './seed/ensure-admin.ts';
import { seedSamples } from './seed/seed-samples.ts';

/** Time that calls in progress have to finish when the server stops. */
const lastCallsMs = 10_000;
const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url));

export interface Server {
  url: string;
  /** Set at first start only. */
  firstAdmin: FirstAdmin | null;
  /**
   * Sends everybody elsewhere, lets running stages come to their end for a while, unless there is no time
   * for that (`hurry`), and ends the rest.
   */
  stop(hurry?: AbortSignal): Promise<void>;
}

/** Starts everything in this process; throws {@link StartError} with words for the person who did. */
export async function startServer(config: Config, logger: Logger): Promise<Server> {
  await findGitVersion().catch(() => {
    throw new StartError(
      'Millrace needs git, and "git" was not found. Install it and start again.',
    );
  });
  const dirs = await openDataDir(config, (path) =>
    logger.warn({ path }, 'Other accounts may read this, and it cannot be closed to them'),
  );
  const { dataDir } = config;
  const lock = await lockDataDirInTime(dataDir, () =>
    logger.warn({ dataDir }, 'Another server uses the data folder: waiting for its end'),
  );
  const disposals: (() => unknown)[] = [() => lock.release()];
  let drain = async (_hurry: AbortSignal): Promise<void> => {};
  const stop = async (hurry = AbortSignal.abort()) => {
    await drain(hurry);
    for (const dispose of disposals.splice(0).reverse()) await dispose();
  };
  try {
    const address = { url: config.publicUrl ?? '' };
    const context = await createContext(config, dirs, logger, address, {
      serverId: await readServerId(dataDir),
    });
    disposals.push(() => context.close());
    const { objectStore } = context;
    disposals.push(() => objectStore?.close());
    if (objectStore && config.logStore) await tryOutStore(objectStore, config.logStore);
    if (context.leases.areShared && !context.remote) {
      await context.leases.hold('repositories', () =>
        requireSameRepositories(context.db, dirname(dirs.repositories)),
      );
    }
    await context.servers.run();
    disposals.push(() => context.servers.stop());
    await context.lostStages.recoverBuiltIn();
    await context.namespaces.settle();
    const firstAdmin = await context.leases.hold('first account', () =>
      ensureAdmin(context.users, context.userStore, config),
    );

    const app = await buildApp(context);
    disposals.push(() => app.close());
    address.url = await listen(app, config);
    const runner = startRunner(context);
    disposals.push(() => runner?.stop({ reason: 'the server stops' }));
    await listenToForge(context);
    const background = createBackgroundWork(context);
    disposals.push(() => background.stop());
    await background.run();
    drain = async (hurry) => {
      context.drain.announce();
      await context.clock.wait(config.stopDelaySec * 1000, hurry);
      context.drain.begin();
      const drained = runner?.drain();
      // Another server takes it over.
      await background.stop();
      if (config.drainSec > 0) {
        const enough = AbortSignal.any([hurry, AbortSignal.timeout(config.drainSec * 1000)]);
        await Promise.race([drained, new Promise((end) => onAbort(enough, end))]);
      }
      await context.drain.waitForCalls(AbortSignal.any([hurry, AbortSignal.timeout(lastCallsMs)]));
    };
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
      extras: true,
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
  context.drain.watch(app);
  await registerRoutes(app, context, web, createRoutes(app));
  return app;
}

/** Work that must run on one server at a time. */
function createBackgroundWork(context: Context): BackgroundWork {
  const { clock, leases, logger, lostStages, repoSync } = context;
  const lostRunners = new RepeatedWork({
    clock,
    logger,
    everyMs: 5000,
    failure: 'Lost stages could not be looked for',
    work: () => lostStages.tick(),
  });
  const cutOffSyncs = new RepeatedWork({
    clock,
    logger,
    everyMs: 60_000,
    failure: 'Synchronisations that were cut off could not be looked for',
    work: () => repoSync.endCutOff(),
  });
  const loops: Loop[] = [
    ...context.features.jobs,
    lostRunners,
    cutOffSyncs,
    ...listForgeLoops(context),
  ];
  loops.push(...listForgeChecks(context));
  return new BackgroundWork({ leases, logger, loops, wait: clock.wait });
}

/** Each looks after a share of all accounts, or repositories, a minute. */
function listForgeChecks({ checks, logger, clock }: Context): Loop[] {
  if (!checks) return [];
  return [checks.accounts, checks.repositories].map(
    (check) =>
      new RepeatedWork({
        clock,
        logger,
        everyMs: 60_000,
        failure: 'The background checks of the forge failed',
        work: (stopped) => check.tick(stopped),
      }),
  );
}

/** Takes what is pushed to the built-in forge, and was pushed meanwhile. */
export async function listenToForge({ remote, builtinForge, eventReceiver }: Context) {
  if (!remote) await builtinForge.listen((event) => eventReceiver.receive(event));
}

/** Loops that process webhook deliveries of remote forges and report commit statuses to them. */
export function listForgeLoops(context: Context): Loop[] {
  const { remote, leases, deliveryWorker, commitStatuses, builtinForge, logger, clock } = context;
  if (remote) return [deliveryWorker, ...(commitStatuses ? [commitStatuses] : [])];
  // A server that is alone looks for them at its start.
  if (!leases.areShared) return [];
  const failure = 'Pushes that were left could not be looked for';
  const work = () => builtinForge.receiveLeft();
  return [new RepeatedWork({ clock, logger, everyMs: 60_000, failure, work })];
}

function startRunner(context: Context): Runner | null {
  const { config, dirs, logger, pipelineReader } = context;
  if (config.runnerCapacity === 0) return null;
  return startEmbeddedRunner({
    api: createInProcessRunnerApi(context.runnerCalls, builtInRunnerOf(context.serverId)),
    capacity: config.runnerCapacity,
    execUser: config.execUser,
    execView: config.execView,
    dataDir: config.dataDir,
    workDir: dirs.runner,
    privateDirs: privateDirsOf(context),
    maxLogBytes: config.logLimitMb * 1_000_000,
    cloneRetries: config.cloneRetries,
    containerLimits: config.containerLimits,
    readSteps: ({ repo, config: text }, input) =>
      pipelineReader.readStageSteps(repo.slug, text, input),
    logger,
  });
}

/** Folders of the server that are not in the data folder. */
function privateDirsOf({ config, dirs }: Context): string[] {
  const { repositories, removed, artifacts } = dirs;
  const logs = config.logStore?.kind === 'files' ? [config.logStore.folder] : [];
  return [repositories, removed, artifacts, ...logs];
}

function onAbort(signal: AbortSignal, then: (value?: unknown) => void): void {
  if (signal.aborted) then();
  else signal.addEventListener('abort', () => then(), { once: true });
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
