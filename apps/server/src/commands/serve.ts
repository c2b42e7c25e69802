import { say } from '@millrace/cli/command-line/say';
import { DatabaseBusyError } from '@millrace/contract/api-errors';
import { systemClock } from '@millrace/node-kit/clock';
import { readEnvironment } from '@millrace/node-kit/environment';
import { createLogger, type Logger } from '@millrace/node-kit/logger';
import { type Config, configFromEnv } from '../config/config.ts';
import { explainDroneVariables } from '../drone/settings/explain-drone-variables.ts';
import { requestLog } from '../http/request-log.ts';
import { type Server, startServer } from '../server.ts';
import { freeMemory } from '../shared/free-memory.ts';

/** Freeing memory blocks the event loop, so it happens after the first requests are answered. */
const freeMemoryAfterMs = 10_000;

/** Time to retry the start while the database is unavailable. */
const maxDatabaseWaitMs = 60_000;
const retryMs = 1000;

/** `millrace server`: runs until a signal stops it. */
export async function serve(): Promise<number> {
  // Before errors about settings, which may be those that replace a variable of Drone.
  explainDroneVariables(readEnvironment()).forEach(say);
  const config = configFromEnv();
  const logger = createLogger(config.logLevel, requestLog);
  const stopping = Promise.withResolvers<void>();
  const hurry = new AbortController();
  let signals = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stopping.resolve();
      signals++;
      if (signals > 1) hurry.abort();
      if (signals > 2) process.exit(1);
    });
  }
  const server = await startWithDatabase(config, logger, hurry.signal);
  say('');
  say(`Millrace is ready at ${server.url}`);
  say('');
  const { remote } = config.forge;
  if (remote) say(`  Users sign in through ${remote.url}.`);
  if (server.firstAdmin) {
    const { login, password } = server.firstAdmin;
    say(`  Sign in as   ${login}`);
    say(`  Password     ${password ?? 'the one in MILLRACE_ADMIN_PASSWORD'}`);
    if (password) say('               It is shown only once: store it safely.');
    if (!remote) {
      say('');
      say(`  Next, push a repository of yours (with a .drone.yml):`);
      say(`    git push ${server.url}/git/${login}/my-project.git HEAD`);
    }
  } else if (!remote) say(`  Sign in with your account. Data is stored in ${config.dataDir}.`);
  if (server.isWorkHeld) {
    say('');
    say(
      '  The data were restored or imported. Builds, cron jobs, webhooks, commit statuses and messages',
    );
    say('  wait, because the original may still run. Start them when it does not:');
    say('  Resume in System Administration › Queue, or "millrace resume".');
  }
  say('');
  say('Press Ctrl-C to stop.');
  const freeing = setTimeout(freeMemory, freeMemoryAfterMs);
  await stopping.promise;
  clearTimeout(freeing);
  say('');
  say(
    config.drainSec > 0
      ? `Stopping: running builds have ${config.drainSec} seconds to finish.`
      : 'Stopping: running steps are stopped first.',
  );
  await server.stop(hurry.signal);
  return 0;
}

/** Restarts the whole start if the database becomes unavailable, for example because both restart together. */
async function startWithDatabase(
  config: Config,
  logger: Logger,
  signal: AbortSignal,
): Promise<Server> {
  for (
    const untilMs = performance.now() + maxDatabaseWaitMs;
    ;
    await systemClock.wait(retryMs, signal)
  ) {
    try {
      return await startServer(config, logger);
    } catch (error) {
      const isAway = error instanceof DatabaseBusyError;
      if (!isAway || signal.aborted || performance.now() > untilMs) throw error;
      logger.warn({ err: error }, 'The database became unavailable during the start: retrying');
    }
  }
}
