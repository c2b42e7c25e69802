// Time from a key to its echo in a terminal of a failed step: a page, a server with SQLite, and a runner in another
// process, all on this machine. `npm run bench -- terminals 500` chooses the number of keys.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '@millrace/test-support/program';
import { readToken } from '../apps/server/testing/read-token.ts';
import { TerminalClient } from '../apps/server/testing/terminal-client.ts';
import { password } from '../apps/server/testing/test-server.ts';
import { ServerProcess } from './support/server-process.ts';
import { median, print, quantile } from './support/statistics.ts';

const keys = Number(process.argv[2] ?? 300);
const secretOfRunners = { MILLRACE_RPC_SECRET: 'a secret that both sides know' };

const tempDir = await mkdtemp(join(tmpdir(), 'millrace-bench-terminals-'));
const server = new ServerProcess(join(import.meta.dirname, '..'), join(tempDir, 'data'), {
  ...secretOfRunners,
  MILLRACE_RUNNER_CAPACITY: '0',
  MILLRACE_ADMIN_PASSWORD: password,
});
let runner: ChildProcess | undefined;
try {
  await server.start();
  const { url } = server;
  runner = spawn(process.execPath, [program, 'runner'], {
    env: {
      ...{ PATH: process.env.PATH, MILLRACE_SERVER: url, ...secretOfRunners },
      MILLRACE_RUNNER_DATA: join(tempDir, 'runner'),
    },
    stdio: 'ignore',
  });
  const client = new TerminalClient({ url, token: await readToken(url), tempDir });
  await client.setUp('flour-rye-4711');
  const openedAt = performance.now();
  const session = await client.open(await client.failBuild());
  await session.type('echo rea""dy; cat > /dev/null\r');
  await session.untilShown('ready');
  print(`push to a shell that answers: ${(performance.now() - openedAt).toFixed(0)} ms`);
  const times: number[] = [];
  for (let key = 0; key < keys; key++) {
    const mark = `<${key}>`;
    const startedAt = performance.now();
    await Promise.all([session.type(`${mark}\r`), session.untilShown(mark)]);
    times.push(performance.now() - startedAt);
  }
  print(
    `key to echo, ${keys} keys: median ${median(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`,
  );
} finally {
  if (runner) {
    runner.kill('SIGTERM');
    await once(runner, 'exit');
  }
  await server.stop();
  await rm(tempDir, { recursive: true, force: true });
}
