import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AddedRunner, Build } from '@millrace/contract/api';
import { newRunnerId, rpcClient } from '../../apps/server/testing/rpc-client.ts';
import { killProcessesOf } from '../../e2e/support/processes.ts';
import { Program } from '../../e2e/support/program.ts';
import { WorkTree } from '../../e2e/support/work-tree.ts';
import { ask, until } from './calls.ts';
import type { Company } from './company.ts';
import { passwordOf } from './fill.ts';
import { organization } from './plan.ts';
import { report, rowMs, section } from './report.ts';

const slug = `${organization}/incident`;
const label = 'incident';
/** Longer than the measurement. */
const pipeline = `kind: pipeline
type: exec
name: default
clone: { disable: true }
node: { pool: ${label} }
steps:
  - { name: work, commands: [ sleep 300 ] }
`;

/** Revokes a real runner while it runs a stage. */
export async function runLostRunner({ servers, root }: Company): Promise<void> {
  section('Incident: a runner is revoked while it runs a stage');
  const url = servers.urls.at(-1) ?? '';
  const path = '/api/system/runner-credentials';
  const body = { name: 'lost', labels: { pool: label } };
  const added = await ask<AddedRunner>(url, root.token, 'POST', path, body);
  const dataDir = join(servers.dir, 'lost-runner');
  const program = new Program({
    command: 'runner',
    cwd: servers.dir,
    logFile: join(servers.dir, 'lost-runner.log'),
    readyText: 'is ready',
  });
  try {
    await program.start({
      MILLRACE_SERVER: url,
      MILLRACE_RUNNER_TOKEN: added.token,
      MILLRACE_RUNNER_DATA: dataDir,
    });
    const stored = await readFile(join(dataDir, 'credential.json'), 'utf8');
    const { credential }: { credential: string } = JSON.parse(stored);
    const tree = await WorkTree.create(servers.first, slug, passwordOf(root));
    await tree.commit({ '.drone.yml': pipeline }, 'Bench');
    await tree.push();
    const read = (from: string) => () =>
      ask<Build>(from, root.token, 'GET', `/api/repos/${slug}/builds/1`);
    const isRunning = ({ stages = [] }: Build) => stages[0]?.steps?.[0]?.status === 'running';
    await until('the stage', read(url), isRunning);
    const headers = { 'X-Drone-Token': credential, 'X-Millrace-Runner': newRunnerId() };
    const startedAt = performance.now();
    const timed = async (what: string, work: Promise<unknown>) => {
      await work;
      return { what, ms: performance.now() - startedAt };
    };
    const results = [
      timed('the change itself answered', ask(url, root.token, 'DELETE', `${path}/${added.id}`)),
      ...servers.urls.flatMap((server, at) => {
        const rpc = rpcClient({ url: server }, { headers });
        // The server disconnects open calls of a revoked runner. Its next one is refused.
        const ping = () => rpc('POST', '/ping', {}).catch(() => ({ status: 0 }));
        const end = ({ status }: Build) => status === 'error';
        return [
          timed(
            `calls of the runner refused with 401, server ${at + 1}`,
            until('calls of the runner', ping, ({ status }) => status === 401),
          ),
          timed(`stage ended in error, server ${at + 1}`, until('the stage', read(server), end)),
        ];
      }),
      timed('the runner killed its step and exited', hasExited(program)),
    ];
    for (const result of await Promise.allSettled(results)) {
      if (result.status === 'rejected') report(`lost runner: ${result.reason}`);
      else rowMs(result.value.what, result.value.ms);
    }
  } finally {
    await program.end('SIGKILL');
    await killProcessesOf(dataDir);
  }
}

async function hasExited({ pid }: Program): Promise<void> {
  await until(
    'the exit of the runner',
    async () => isAlive(pid ?? 0),
    (alive) => !alive,
  );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
