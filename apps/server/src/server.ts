import { dirname } from 'node:path';
import { builtInRunnerOf } from '@millrace/build-rules';
import type { Logger } from '@millrace/node-kit/logger';
import { StartError } from '@millrace/node-kit/start-error';
import type { Runner } from '@millrace/runner';
import type { FastifyInstance } from 'fastify';
import { assemble } from './assemble.ts';
import { buildApp } from './build-app.ts';
import { BackgroundWork } from './cluster/background-work.ts';
import { requireSameRepositories } from './cluster/require-same-repositories.ts';
import { hasFlag } from './cluster/server-flags.ts';
import { readServerId } from './cluster/server-id.ts';
import type { Config } from './config/config.ts';
import { openDataDir } from './config/data-dir.ts';
import { lockDataDirInTime } from './config/data-lock.ts';
import { makeEmergencySpace } from './config/emergency-space.ts';
import type { Core } from './core.ts';
import { startEmbeddedRunner } from './embedded-runner.ts';
import { gitHostingPort } from './features/git-hosting/port.ts';
import { type RunnersPort, runnersPort } from './features/runners/port.ts';
import type { Features } from './features.ts';
import { findGitVersion } from './forges/builtin/git.ts';
import { tryOutStore } from './object-store/open-object-store.ts';
import { ensureAdmin, type FirstAdmin } from './seed/ensure-admin.ts';
import { seedSamples } from './seed/seed-samples.ts';

/** Time for calls in progress to finish when the server stops. */
const lastCallsMs = 10_000;

export interface Server {
  url: string;
  /** Set at the first start only. */
  firstAdmin: FirstAdmin | null;
  /** Whether it waits with builds and outgoing work, because its data were restored. */
  isWorkHeld: boolean;
  /** Stops after running stages and calls have had time to finish. `hurry` ends this time. */
  stop(hurry?: AbortSignal): Promise<void>;
}

/** Starts everything in this process. Throws {@link StartError} with a message for the person who starts it. */
export async function startServer(config: Config, logger: Logger): Promise<Server> {
  await requireGit();
  const dirs = await openDataDir(config, (path) =>
    logger.warn(
      { path },
      'Other system accounts can read this path, and its permissions cannot be restricted',
    ),
  );
  const { dataDir } = config;
  const fullDisk = await makeEmergencySpace(dataDir);
  if (fullDisk) logger.error(fullDisk);
  const lock = await lockDataDirInTime(dataDir, () =>
    logger.warn({ dataDir }, 'Another server uses the data folder: waiting until it stops'),
  );
  const disposals: (() => unknown)[] = [() => lock.release()];
  let drain = async (_hurry: AbortSignal): Promise<void> => {};
  const stop = async (hurry = AbortSignal.abort()) => {
    await drain(hurry);
    for (const dispose of disposals.splice(0).reverse()) await dispose();
  };
  try {
    const serverId = await readServerId(dataDir);
    const assembled = await assemble({ config, dirs, logger, serverId });
    disposals.push(() => assembled.close());
    const { core, features, ask } = assembled;
    disposals.push(() => features.stop());
    await checkStorage(core);
    await core.servers.run();
    disposals.push(() => core.servers.stop());
    await features.prepare();
    const firstAdmin = await core.leases.runExclusively('first account', () =>
      ensureAdmin(core.users, core.userStore, config),
    );

    await core.tls?.start();
    disposals.push(() => core.tls?.stop());
    const app = await buildApp(core, features);
    disposals.push(() => app.close());
    const url = await listen(app, config);
    assembled.setAddress(url);
    const runner = startRunner(core, ask(runnersPort));
    disposals.push(() => runner?.stop({ reason: 'the server stops' }));
    await features.start();
    const background = createBackgroundWork(core, features);
    disposals.push(() => background.stop());
    await background.run();
    drain = (hurry) => drainServer(core, runner, background, hurry);
    if (firstAdmin && config.seed === 'samples' && !core.remote) {
      await seedSamples(core, ask(gitHostingPort), firstAdmin.login);
    }
    return { url, firstAdmin, isWorkHeld: await hasFlag(core.db, 'work-held'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function requireGit(): Promise<void> {
  await findGitVersion().catch(() => {
    throw new StartError(
      'Millrace needs git, and "git" was not found. Install it and start again.',
    );
  });
}

/** Waits until load balancers, runners and callers have left this server, within the configured times. */
async function drainServer(
  { clock, config, drain }: Core,
  runner: Runner | null,
  background: BackgroundWork,
  hurry: AbortSignal,
): Promise<void> {
  drain.announce();
  await clock.wait(config.stopDelaySec * 1000, hurry);
  drain.begin();
  const drained = runner?.drain();
  // Another server takes over the background work.
  await background.stop();
  if (config.drainSec > 0) {
    const enough = AbortSignal.any([hurry, AbortSignal.timeout(config.drainSec * 1000)]);
    await Promise.race([drained, new Promise((end) => onAbort(enough, end))]);
  }
  await drain.waitForCalls(AbortSignal.any([hurry, AbortSignal.timeout(lastCallsMs)]));
}

/** Checks that logs can be stored, and that servers on one database share their repositories. */
async function checkStorage(core: Core): Promise<void> {
  const { config, db, dirs, leases, objectStore, remote } = core;
  if (objectStore && config.logStore) await tryOutStore(objectStore, config.logStore);
  if (!leases.areShared || remote) return;
  await leases.runExclusively('repositories', () =>
    requireSameRepositories(db, dirname(dirs.repositories)),
  );
}

/** Creates the background work, which one of several servers does. */
function createBackgroundWork(
  { bus, clock, db, leases, logger }: Core,
  features: Features,
): BackgroundWork {
  const loops = [...features.jobs.values()];
  return new BackgroundWork({
    leases,
    logger,
    loops,
    wait: clock.wait,
    isWorkHeld: () => hasFlag(db, 'work-held'),
    onReleased: () => bus.publish('queueChanged', {}),
  });
}

function startRunner(core: Core, runners: RunnersPort): Runner | null {
  const { config, dirs, pipelineReader, serverId } = core;
  if (config.runnerCapacity === 0) return null;
  return startEmbeddedRunner({
    ...config,
    api: runners.openRunnerApi(builtInRunnerOf(serverId)),
    capacity: config.runnerCapacity,
    workDir: dirs.runner,
    privateDirs: privateDirsOf(core),
    maxLogBytes: config.maxLogBytes,
    readSteps: ({ repo, config: text }, input) =>
      pipelineReader.readStageSteps(repo.slug, text, input),
    logger: core.logger,
  });
}

/** Lists folders of the server outside of the data folder, which steps must not see. */
function privateDirsOf({ config, dirs }: Core): string[] {
  const { repositories, removed, artifacts } = dirs;
  const logs = config.logStore?.kind === 'files' ? [config.logStore.folder] : [];
  return [repositories, removed, artifacts, ...logs, ...secretDirsOf(config)];
}

/** Lists folders with secrets for builds, or with a token that can read them. */
function secretDirsOf({ externalSecrets: { vault, folder } }: Config): string[] {
  const secrets = folder ? [folder.folder] : [];
  return vault?.auth.method === 'kubernetes'
    ? [...secrets, dirname(vault.auth.tokenFile)]
    : secrets;
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
        `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port with MILLRACE_PORT.`,
      );
    }
    throw new StartError(`Cannot listen on ${host}, port ${port}: ${String(error)}`);
  }
  const bound = app.server.address();
  const boundPort = bound && typeof bound === 'object' ? bound.port : port;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const protocol = config.tls ? 'https' : 'http';
  return (
    config.publicUrl ?? `${protocol}://${name.includes(':') ? `[${name}]` : name}:${boundPort}`
  );
}
