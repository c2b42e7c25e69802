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
import { startBalancer } from './load-balancer.ts';
import { MortalServer } from './restartable-server.ts';

type Victim = 'one' | 'two' | 'postgres';

export interface Death {
  victim: Victim;
  signal: NodeJS.Signals;
  atMs: number;
  /** When it was there again. */
  backMs: number;
}

/** The longest time between a recovery and the next death: some stages end within it. */
const longestLifeMs = 2500;
const longestAbsenceMs = 1500;
/** A server that starts may die before it is ready. */
const longestStartMs = 1500;
const restartMs = 100;

const plans: [plan: [Victim, NodeJS.Signals][], ...others: [Victim, NodeJS.Signals][][]] = [
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
 * Two servers behind a balancer on a Postgres of their own, with two remote runners: all but the runners
 * die. It goes with the test.
 */
export class MortalCluster {
  readonly url: string;
  readonly databaseUrl: string;
  readonly servers: { one: MortalServer; two: MortalServer };
  readonly deaths: Death[] = [];
  /** Ends that were not as they have to be. */
  readonly faults: string[] = [];
  private readonly postgres: TestPostgres;

  private constructor(
    postgres: TestPostgres,
    url: string,
    servers: { one: MortalServer; two: MortalServer },
  ) {
    this.postgres = postgres;
    this.databaseUrl = postgres.urlOf('postgres');
    this.url = url;
    this.servers = servers;
  }

  static async start(settingsFor: (url: string) => Promise<Record<string, string>>) {
    const postgres = await startPostgres();
    if (!postgres) throw new Error('There is no Postgres for this machine');
    onTestFinished(() => postgres.remove());
    const dir = await mkdtemp(join(tmpdir(), 'millrace-deaths-'));
    onTestFinished(async () => {
      killStepsIn(dir);
      await rm(dir, { recursive: true, force: true, maxRetries: 5 });
    });
    const ports = { one: await findFreePort(), two: await findFreePort() };
    const { url } = await startBalancer(Object.values(ports));
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
      new MortalServer(ports[name], { ...env, MILLRACE_DATA: join(dir, name) });
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
    return new MortalCluster(postgres, url, servers);
  }

  /** Kills what there is, one after the other and sometimes two at once, and starts it again. */
  async dieTimes(count: number, random: Random): Promise<void> {
    while (this.deaths.length < count) {
      await sleep(random.upTo(longestLifeMs));
      const absences = random.pick(plans).map(([victim, signal]) => ({
        victim,
        signal,
        forMs: random.upTo(longestAbsenceMs),
        diesAnew: random.upTo(5) < 1 && victim !== 'postgres' ? random.upTo(longestStartMs) : null,
      }));
      await Promise.all(
        absences.map(async ({ victim, signal, forMs, diesAnew }) => {
          const death = await this.kill(victim, signal);
          await sleep(forMs);
          if (diesAnew !== null) {
            const starting = this.revive(victim);
            await sleep(diesAnew);
            await this.kill(victim, 'SIGKILL');
            await starting;
          }
          await this.revive(victim);
          for (const each of this.deaths) {
            if (each.victim === victim && each.atMs >= death.atMs) each.backMs = Date.now();
          }
        }),
      );
    }
  }

  query(sql: string) {
    return query(this.databaseUrl, sql);
  }

  /** All died for the last time: what they wrote is whole. */
  async stop(): Promise<void> {
    for (const victim of ['one', 'two'] as const) await this.kill(victim, 'SIGTERM');
  }

  private async kill(victim: Victim, signal: NodeJS.Signals): Promise<Death> {
    const death = { victim, signal, atMs: Date.now(), backMs: Number.POSITIVE_INFINITY };
    this.deaths.push(death);
    if (victim === 'postgres') await this.postgres.stop(signal);
    else {
      const code = await this.servers[victim].end(signal);
      const wanted = signal === 'SIGKILL' ? null : 0;
      if (code !== wanted) this.faults.push(`${victim} ended with ${code} at ${signal}`);
    }
    return death;
  }

  private async revive(victim: Victim): Promise<void> {
    if (victim !== 'postgres') return this.servers[victim].start();
    // Child processes of the killed server end slightly later.
    while (!(await this.postgres.start().then(Boolean.bind(null, true), () => false))) {
      await sleep(restartMs);
    }
  }
}
