import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { skipIf } from '@millrace/test-support/skip-if';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod/mini';
import { listDashboardQueries } from '../../../testing/dashboard-queries.ts';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';

const prometheus = '/usr/bin/prometheus';
const promtool = '/usr/bin/promtool';
const isInstalled = existsSync(prometheus) && existsSync(promtool);
const rulesFile = fileURLToPath(new URL('../../../../../deploy/alerts.yml', import.meta.url));
const runFile = promisify(execFile);
const ruleGroups = z.object({
  data: z.object({
    groups: z.array(z.object({ rules: z.array(z.object({ health: z.string() })) })),
  }),
});

let server: TestServer;
let folder: string;
let url: string;
const leaving = new AbortController();
let monitoring: ReturnType<typeof spawn> | undefined;

const pipeline = (name: string, more = '') => `kind: pipeline
type: exec
name: ${name}
${more}
steps: [{ name: greet, commands: [echo hello] }]
`;

describe(
  `a real Prometheus${isInstalled ? '' : ' (skipped: prometheus is not installed)'}`,
  skipIf(!isInstalled && 'prometheus is not installed'),
  () => {
    beforeAll(start, 60_000);
    afterAll(async () => {
      monitoring?.kill();
      leaving.abort();
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it.each(listDashboardQueries().map(({ title, query }) => [title, query] as const))(
      'answers the query of the panel "%s" with data: %s',
      async (_, query) => {
        await expect
          .poll(() => countResults(query), { timeout: 20_000, interval: 500 })
          .not.toBe(0);
      },
    );

    it('accepts and evaluates the alert rules', async () => {
      const { stdout } = await runFile(promtool, ['check', 'rules', rulesFile]);
      expect(stdout).toMatch(/SUCCESS: \d+ rules found/);
      const listHealths = async () => {
        const answer = await fetch(`${url}/api/v1/rules`);
        const { data } = ruleGroups.parse(await answer.json());
        return data.groups.flatMap(({ rules }) => rules.map(({ health }) => health));
      };
      await expect.poll(listHealths, { timeout: 20_000 }).not.toContain('unknown');
      expect(new Set(await listHealths())).toEqual(new Set(['ok']));
    });
  },
);

/** Counts the numbers in the result of a query. */
async function countResults(query: string): Promise<number> {
  const { stdout } = await runFile(promtool, ['query', 'instant', url, query]);
  return stdout.split('\n').filter((line) => line !== '' && !/=> NaN/.test(line)).length;
}

async function start(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'millrace-prometheus-'));
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  // Traces cannot be delivered, so that there is a job that is retried.
  const env = { MILLRACE_METRICS: 'everyone', MILLRACE_OTLP_URL: 'http://127.0.0.1:1' };
  server = await startTestServer({ env, jobs: ['exportTraces'] });
  await server.addUser('ada');
  await pushSampleRepo(server, 'ada', 'waiting', pipeline('waiting', 'node: { gpu: yes }'));
  await runBuilds('before');
  const slots = { kind: 'pipeline', type: 'docker', machine: 'mill-1', capacity: 4 };
  void runnerApiOf(server).requestStage({ body: slots }, leaving.signal);
  const config = join(folder, 'prometheus.yml');
  await writeFile(config, configOf(new URL(server.url).host));
  const options = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  monitoring = spawn(prometheus, options, { stdio: 'ignore' });
  const isScraped = () => countResults('up{job="millrace"} == 1').catch(() => 0);
  await vi.waitUntil(async () => (await isScraped()) === 1, { timeout: 20_000, interval: 200 });
  // Rates need a change between two samples.
  await runBuilds('after');
}

const configOf = (target: string) => `global: { scrape_interval: 500ms, evaluation_interval: 500ms }
rule_files: ['${rulesFile}']
scrape_configs:
  - job_name: millrace
    static_configs: [{ targets: ['${target}'] }]
`;

/** Runs a build that succeeds and one that fails. */
async function runBuilds(name: string): Promise<void> {
  const runner = runnerApiOf(server);
  for (const status of ['success', 'failure'] as const) {
    await pushSampleRepo(server, 'ada', `${name}-${status}`, pipeline(status));
    const { stage, step } = await startNextStage(runner);
    const body = [{ pos: 0, out: 'a line', time: 0 }];
    await runner.appendLogs({ params: { step: step.id }, body });
    await runner.updateStep({ params: { step: step.id }, body: { ...step, status } });
    await runner.updateStage({ params: { stage: stage.id }, body: { ...stage, status } });
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
