import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@millrace/test-support/free-port';
import type { Random } from '@millrace/test-support/random';
import { onTestFinished } from 'vitest';
import { query, startPostgres, type TestPostgres } from '../postgres.ts';
import { rpcEnvironment } from '../rpc-client.ts';
import { killStepsIn, startRunnerProcess } from '../runner-process.ts';
import { startLoadBalancer } from './load-balancer.ts';
import { RestartableServer } from './restartable-server.ts';

type Target = 'one' | 'two' | 'postgres';

export interface Outage {
  target: Target;
  signal: NodeJS.Signals;
  downAtMs: number;
  /** Time at which it was running again. */
  upAtMs: number;
}

/** Maximum time between a restart and the next outage. Some stages finish within it. */
const maxUptimeMs = 2500;
const maxDowntimeMs = 1500;
/** Maximum time after which a starting server is killed again, possibly before it is ready. */
const maxStartMs = 1500;
const restartMs = 100;

const plans: [plan: [Target, NodeJS.Signals][], ...others: [Target, NodeJS.Signals][][]] = [
  [['one', 'SIGKILL']],
  [['one', 'SIGKILL']],
  [['two', 'SIGKILL']],
  [['two', 'SIGKILL']],
  [['postgres', 'SIGKILL']],
  [['postgres', 'SIGKILL']],
  [['one', 'SIGTERM']],
  [['two', 'SIGTERM']],
  [
    ['postgres', 'SIGKILL'],
    ['one', 'SIGKILL'],
  ],
  [
    ['postgres', 'SIGKILL'],
    ['two', 'SIGTERM'],
  ],
  [
    ['one', 'SIGKILL'],
    ['two', 'SIGKILL'],
  ],
];

/**
 * Two servers behind a load balancer, with their own Postgres and two remote runners. Everything but the
 * runners is killed and restarted. Removed when the test has finished.
 */
export class CrashingCluster {
  readonly url: string;
  readonly databaseUrl: string;
  readonly servers: { one: RestartableServer; two: RestartableServer };
  readonly outages: Outage[] = [];
  /** Unexpected exit codes. */
  readonly faults: string[] = [];
  private readonly postgres: TestPostgres;

  private constructor(
    postgres: TestPostgres,
    url: string,
    servers: { one: RestartableServer; two: RestartableServer },
  ) {
    this.postgres = postgres;
    this.databaseUrl = postgres.urlOf('postgres');
    this.url = url;
    this.servers = servers;
  }

  static async start(settingsFor: (url: string) => Promise<Record<string, string>>) {
    const postgres = await startPostgres();
    if (!postgres) throw new Error('No Postgres found on this machine');
    onTestFinished(() => postgres.remove());
    const dir = await mkdtemp(join(tmpdir(), 'millrace-crash-'));
    onTestFinished(async () => {
      killStepsIn(dir);
      await rm(dir, { recursive: true, force: true, maxRetries: 5 });
    });
    const ports = { one: await findFreePort(), two: await findFreePort() };
    const { url } = await startLoadBalancer(Object.values(ports));
    const env = {
      ...rpcEnvironment,
      MILLRACE_DATABASE_URL: postgres.urlOf('postgres'),
      MILLRACE_REPOSITORIES: join(dir, 'shared'),
      MILLRACE_SECRET_KEY: 'a key that both servers know',
      MILLRACE_RUNNER_CAPACITY: '2',
      MILLRACE_EXEC_VIEW: 'host',
      MILLRACE_URL: url,
      ...(await settingsFor(url)),
    };
    const serverAt = (name: keyof typeof ports) =>
      new RestartableServer(ports[name], { ...env, MILLRACE_DATA: join(dir, name) });
    const servers = { one: serverAt('one'), two: serverAt('two') };
    await Promise.all([servers.one.start(), servers.two.start()]);
    for (const name of ['first', 'second']) {
      startRunnerProcess(
        { url, tempDir: dir },
        {
          MILLRACE_RUNNER_NAME: name,
          MILLRACE_RUNNER_DATA: join(dir, name),
          MILLRACE_RUNNER_CAPACITY: '2',
          MILLRACE_EXEC_VIEW: 'host',
        },
      );
    }
    return new CrashingCluster(postgres, url, servers);
  }

  /** Kills and restarts servers and Postgres at random, sometimes two of them at the same time. */
  async causeOutages(count: number, random: Random): Promise<void> {
    while (this.outages.length < count) {
      await sleep(random.upTo(maxUptimeMs));
      const planned = random.pick(plans).map(([target, signal]) => ({
        target,
        signal,
        downtimeMs: random.upTo(maxDowntimeMs),
        killAfterMs: random.upTo(5) < 1 && target !== 'postgres' ? random.upTo(maxStartMs) : null,
      }));
      await Promise.all(
        planned.map(async ({ target, signal, downtimeMs, killAfterMs }) => {
          const outage = await this.kill(target, signal);
          await sleep(downtimeMs);
          if (killAfterMs !== null) {
            const starting = this.restart(target);
            await sleep(killAfterMs);
            await this.kill(target, 'SIGKILL');
            await starting;
          }
          await this.restart(target);
          for (const each of this.outages) {
            if (each.target === target && each.downAtMs >= outage.downAtMs)
              each.upAtMs = Date.now();
          }
        }),
      );
    }
  }

  query(sql: string) {
    return query(this.databaseUrl, sql);
  }

  /** Stops both servers, so that their output is complete. */
  async stop(): Promise<void> {
    for (const target of ['one', 'two'] as const) await this.kill(target, 'SIGTERM');
  }

  private async kill(target: Target, signal: NodeJS.Signals): Promise<Outage> {
    const outage = { target, signal, downAtMs: Date.now(), upAtMs: Number.POSITIVE_INFINITY };
    this.outages.push(outage);
    if (target === 'postgres') await this.postgres.stop(signal);
    else {
      const code = await this.servers[target].end(signal);
      const expected = signal === 'SIGKILL' ? null : 0;
      if (code !== expected) this.faults.push(`${target} exited with ${code} at ${signal}`);
    }
    return outage;
  }

  private async restart(target: Target): Promise<void> {
    if (target !== 'postgres') return this.servers[target].start();
    // Child processes of the killed server end slightly later.
    while (!(await this.postgres.start().then(Boolean.bind(null, true), () => false))) {
      await sleep(restartMs);
    }
  }
}
