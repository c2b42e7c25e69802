// Time from a key to its echo in a terminal of a failed step, with the database queries and the processor time of the
// server for each key: a page, a server with SQLite, and a runner in the server or in another process, all on this
// machine. `npm run bench -- terminals 500` chooses the number of keys.
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

for (const kind of ['embedded', 'remote'] as const) await measure(kind);

async function measure(kind: 'embedded' | 'remote'): Promise<void> {
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-bench-terminals-'));
  const server = new ServerProcess(join(import.meta.dirname, '..'), join(tempDir, 'data'), {
    ...secretOfRunners,
    ...(kind === 'remote' && { MILLRACE_RUNNER_CAPACITY: '0' }),
    MILLRACE_ADMIN_PASSWORD: password,
  });
  let runner: ChildProcess | undefined;
  try {
    await server.start();
    if (kind === 'remote') runner = startRunner(server.url, tempDir);
    const { url } = server;
    const token = await readToken(url);
    const client = new TerminalClient({ url, token, tempDir });
    await client.setUp('flour-rye-4711');
    const kept = await client.failBuild();
    const session = await client.open(kept);
    await session.type('echo rea""dy; cat > /dev/null\r');
    await session.untilShown('ready');
    const times: number[] = [];
    const queriesBefore = await countQueries(url, token);
    const cpuBefore = server.readCpuMs();
    for (let key = 0; key < keys; key++) {
      const mark = `<${key}>`;
      const startedAt = performance.now();
      await Promise.all([session.type(`${mark}\r`), session.untilShown(mark)]);
      times.push(performance.now() - startedAt);
    }
    const cpuMs = (server.readCpuMs() - cpuBefore) / keys;
    const queries = await countQueries(url, token);
    await client.call('DELETE', `kept-steps/${kept.id}`);
    await session.ended;
    const perKey = [...queries].map(([name, count]) => {
      const each = (count - (queriesBefore.get(name) ?? 0)) / keys;
      return `${name} ${each.toFixed(1)}`;
    });
    print(
      `${kind}: key to echo, ${keys} keys: median ${median(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`,
    );
    print(
      `  for each key: ${cpuMs.toFixed(1)} ms of processor time of the server; queries: ${perKey.join(', ')}`,
    );
  } finally {
    if (runner) {
      runner.kill('SIGTERM');
      await once(runner, 'exit');
    }
    await server.stop();
    await rm(tempDir, { recursive: true, force: true });
  }
}

function startRunner(url: string, tempDir: string): ChildProcess {
  return spawn(process.execPath, [program, 'runner'], {
    env: {
      PATH: process.env.PATH,
      MILLRACE_SERVER: url,
      ...secretOfRunners,
      MILLRACE_RUNNER_DATA: join(tempDir, 'runner'),
    },
    stdio: 'ignore',
  });
}

/** Returns the number of database queries of the server so far, by kind. */
async function countQueries(url: string, token: string): Promise<Map<string, number>> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const counts = (await answer.text()).matchAll(
    /^millrace_database_query_duration_seconds_count\{kind="(\w+)"\} (\d+)$/gm,
  );
  return new Map([...counts].map(([, kind = '', count]) => [kind, Number(count)]));
}
