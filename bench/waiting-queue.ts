// Response time of `/api/queue`, `/api/system/queue` and `/metrics` while thousands of stages wait for a
// runner, and the maximum delay of `/healthz` for a separate process meanwhile.
// `npm run bench -- waiting-queue 1000` sets the number of stages.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fillDatabase } from './support/fill-database.ts';
import { ServerProcess } from './support/server-process.ts';
import { median, print } from './support/statistics.ts';

const counts = process.argv[2] ? [Number(process.argv[2])] : [1000, 10_000];
const calls = 5;
const probeSeconds = 10;
const checkout = new URL('..', import.meta.url).pathname;

for (const count of counts) {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-queue-'));
  // Turns the embedded runner off, so that all stages keep waiting.
  const server = new ServerProcess(checkout, dir, { MILLRACE_RUNNER_CAPACITY: '0' });
  try {
    await server.start();
    const { id, token } = await server.readAdmin();
    const file = join(dir, 'millrace.db');
    fillDatabase(file, id, {
      repos: 10,
      buildsPerRepo: count / 10,
      stagesPerBuild: 1,
      stepsPerStage: 1,
    });
    const db = new DatabaseSync(file, { timeout: 10_000 });
    db.exec(
      "update builds set status = 'pending'; update stages set status = 'pending', machine = ''",
    );
    db.exec("update stages set machine = 'busy', status = 'running' where id <= 2; analyze");
    db.close();
    const headers = { authorization: `Bearer ${token}` };
    const probe = fork(new URL('support/health-probe.ts', import.meta.url));
    const measured = once(probe, 'message');
    probe.send({ url: server.url, seconds: probeSeconds });
    for (const path of ['/api/queue', '/api/system/queue', '/metrics']) {
      const times: number[] = [];
      for (let call = 0; call < calls; call++) {
        const startedAt = performance.now();
        const answer = await fetch(server.url + path, { headers });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
        times.push(performance.now() - startedAt);
      }
      print(`${count} waiting stages, ${path}: median ${median(times).toFixed(0)} ms`);
    }
    const [health]: number[][] = await measured;
    print(
      `${count} waiting stages, longest wait for /healthz: ${Math.max(...(health ?? [])).toFixed(0)} ms`,
    );
  } finally {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  }
}
