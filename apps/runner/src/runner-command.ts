import { systemClock } from '@millrace/node-kit/clock';
import { createLogger } from '@millrace/node-kit/logger';
import { StartError } from '@millrace/node-kit/start-error';
import { findRunnerProblem, startHeartbeat } from './config/heartbeat.ts';
import { readRunnerConfig } from './config/runner-config.ts';
import { openRunnerData } from './config/runner-data.ts';
import { findStepSetup } from './engines/process/step-setup.ts';
import { connect, describeRevoked } from './server-link/connect.ts';
import { createHttpRunnerApi } from './server-link/http-runner-api.ts';
import { identify } from './server-link/identify.ts';
import { register, registerIn } from './server-link/register.ts';
import { ServerCalls } from './server-link/server-calls.ts';
import { type Runner, startRunner } from './start-runner.ts';

type Environment = Record<string, string | undefined>;

export interface RunnerCommandOptions {
  version: string;
  /** Runs one stage and ends. */
  isOneShot: boolean;
}

/** Implements `millrace runner`: runs stages of a remote server until it is stopped. */
export async function runRunner(env: Environment, options: RunnerCommandOptions): Promise<number> {
  try {
    await run(env, options, listenForSignals());
    return 0;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

interface Registration {
  server: string;
  token: string;
  /** Prints the credential instead of storing it, for a runner of another maker. */
  prints: boolean;
}

/** Implements `millrace runner register`: exchanges a one-time token for the credential of a runner. */
export async function runRegistration(
  env: Environment,
  { server, token, prints }: Registration,
): Promise<void> {
  if (prints) return print((await register(server, token)).credential);
  const { dataDir } = readRunnerConfig({ ...env, MILLRACE_SERVER: server });
  const { name } = await registerIn(dataDir, server, token);
  print(`Registered the runner ${name}. Its credential is in ${dataDir}.`);
}

/** Returns why the runner of this environment is not alive; undefined if it is. */
export function checkRunner(env: Environment): Promise<string | undefined> {
  return findRunnerProblem(readRunnerConfig(env).dataDir, Date.now());
}

async function run(
  env: Environment,
  { version, isOneShot }: RunnerCommandOptions,
  signals: StopSignals,
): Promise<void> {
  const config = readRunnerConfig(env);
  const { server, dataDir, logLevel } = config;
  const capacity = isOneShot ? 1 : config.capacity;
  const data = await openRunnerData(dataDir, {
    keepsStages: config.stages.kubernetes !== undefined,
  });
  const stopHeartbeat = startHeartbeat(dataDir);
  try {
    const clock = systemClock;
    const identity = await identify(config, { clock, print }, signals.first);
    if (!identity) return;
    const { secret, isCredential, name, labels } = identity;
    const revoked = new AbortController();
    const onRevoked = isCredential ? () => revoked.abort() : undefined;
    const calls = new ServerCalls({ server, secret, runner: data.runner, onRevoked });
    const api = createHttpRunnerApi(calls);
    print(`Millrace runner ${name} connects to ${server}`);
    const isConnected = await connect({ api, server, machine: name, clock, print }, signals.first);
    if (!isConnected) return;
    const logger = createLogger(logLevel);
    const setup = findStepSetup({ ...config, workDir: data.workDir });
    const runner = startRunner({
      api,
      machine: name,
      capacity,
      labels,
      version,
      ...setup,
      maxLogBytes: config.maxLogBytes,
      cloneRetries: config.cloneRetries,
      cleanUpSec: config.cleanUpSec,
      stages: config.stages,
      logger,
      isOneShot,
    });
    print(
      `Millrace runner ${name} is ready: it runs ${describe(capacity, isOneShot)} from ${server}`,
    );
    const refused = aborted(revoked.signal).then(() => runner.stop({ reason: 'revoked' }));
    await Promise.race([runner.ended, untilEnded(runner, signals), refused]);
    if (revoked.signal.aborted) throw new StartError(describeRevoked(server));
    await api.signOff(name).catch(() => undefined);
  } finally {
    stopHeartbeat();
    data.release();
  }
}

function describe(capacity: number, isOneShot: boolean): string {
  if (isOneShot) return 'one stage';
  return `up to ${capacity} ${capacity === 1 ? 'stage' : 'stages'}`;
}

/** Waits until the runner is stopped. The first signal lets running stages finish, the second ends them. */
async function untilEnded(runner: Runner, signals: StopSignals): Promise<void> {
  await aborted(signals.first);
  print('Stopping after the running stages have finished. Send a second signal to end them now.');
  const killed = aborted(signals.second).then(() => {
    print('Ending the running stages.');
    return runner.stop();
  });
  await Promise.race([runner.drain(), killed]);
}

interface StopSignals {
  first: AbortSignal;
  second: AbortSignal;
}

function listenForSignals(): StopSignals {
  const controllers = [new AbortController(), new AbortController()] as const;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      const next = controllers.find((controller) => !controller.signal.aborted);
      // The third signal exits immediately.
      if (!next) process.exit(1);
      next.abort();
    });
  }
  return { first: controllers[0].signal, second: controllers[1].signal };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
