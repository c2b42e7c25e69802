import { mkdtemp, rm } from 'node:fs/promises';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findFreePort } from '@millrace/test-support/free-port';
import { expect, it, onTestFinished } from 'vitest';
import { rpcEnvironment } from '../../../../testing/rpc-client.ts';
import { startRunnerProcess } from '../../../../testing/runner-process.ts';
import { startServerProcess } from '../../../../testing/server-process.ts';
import { createWorkTree } from '../../../../testing/test-server.ts';

const kills = process.env.MILLRACE_TEST_DEEP === '1' ? 50 : 1;
const until = { timeout: 60_000, interval: 1 };
const platform = `platform: { arch: ${arch() === 'x64' ? 'amd64' : arch()} }\nclone: { disable: true }\n`;
const pipeline = (name: string, command: string, more = '') =>
  `kind: pipeline\ntype: exec\nname: ${name}\n${platform}${more}steps: [{ name: a, commands: ['${command}'] }]\n`;
const source = '{ from_output: { pipeline: plan, name: targets } }';
const file = [
  pipeline('plan', 'echo "targets=[1, 2]" >> $DRONE_OUTPUT'),
  pipeline('test', 'test -n "$T"', `depends_on: [plan]\nmatrix: { T: ${source} }\n`),
  pipeline('last', 'true', 'depends_on: [test]\n'),
].join('---\n');

it('expands a matrix once if its server is killed when its source has finished', async () => {
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-matrix-crash-'));
  onTestFinished(() => rm(tempDir, { recursive: true, force: true, maxRetries: 3 }));
  const dataDir = join(tempDir, 'data');
  const env = {
    MILLRACE_DATA: dataDir,
    MILLRACE_PORT: String(await findFreePort()),
    MILLRACE_RUNNER_CAPACITY: '0',
    ...rpcEnvironment,
  };
  let server = await startServerProcess(env);
  startRunnerProcess({ url: server.url, tempDir });
  const work = await createWorkTree({ url: server.url, tempDir }, 'admin', 'admin/project');
  const list = (build: number) => listStages(dataDir, build);
  for (let build = 1; build <= kills; build++) {
    await work.commit({ '.drone.yml': file, version: String(build) });
    await work.git('push', '--quiet', 'origin', 'main');
    await expect.poll(() => list(build)[0], until).toBe('plan success');
    await server.end('SIGKILL');
    server = await startServerProcess(env);
    await expect
      .poll(() => list(build), until)
      .toEqual(['plan success', 'test (1) success', 'last success', 'test (2) success']);
  }
}, 300_000);

function listStages(dataDir: string, build: number): string[] {
  using db = new DatabaseSync(join(dataDir, 'millrace.db'), { readOnly: true });
  const rows = db
    .prepare(
      `select stages.name || ' ' || stages.status as text from stages
       join builds on builds.id = stages.build_id where builds.number = ? order by stages.number`,
    )
    .all(build);
  return rows.map(({ text }) => String(text));
}
