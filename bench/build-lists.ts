// Requests per second and latency of the build list and of one build, on a database with 100 repositories
// of 1,000 builds of 10 steps. One process serves and requests, so the figures are a lower bound.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBenchServer } from './support/bench-server.ts';
import { fillDatabase } from './support/fill-database.ts';

const repoCount = 100;
const buildsPerRepo = 1000;
const stepsPerBuild = 10;
const requests = 3000;
const concurrency = 10;

const dir = join(tmpdir(), `millrace-bench-${randomUUID()}`);
const server = await openBenchServer(dir);
try {
  fillDatabase(join(dir, 'millrace.db'), server.adminId, {
    repos: repoCount,
    buildsPerRepo,
    stagesPerBuild: 1,
    stepsPerStage: stepsPerBuild,
  });
  process.stdout.write(
    `${repoCount} repositories, ${repoCount * buildsPerRepo} builds, ${repoCount * buildsPerRepo * stepsPerBuild} steps\n`,
  );
  const some = () => Math.floor(Math.random() * repoCount);
  await measure(
    'GET …/builds?page=1&per_page=50',
    () => `/bench/repo-${some()}/builds?page=1&per_page=50`,
  );
  await measure(
    'GET …/builds?page=20&per_page=50',
    () => `/bench/repo-${some()}/builds?page=20&per_page=50`,
  );
  await measure(
    'GET …/builds/{n}',
    () => `/bench/repo-${some()}/builds/${1 + Math.floor(Math.random() * buildsPerRepo)}`,
  );
} finally {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
}

async function measure(name: string, path: () => string): Promise<void> {
  const times: number[] = [];
  const started = performance.now();
  const worker = async () => {
    while (times.length < requests) {
      const before = performance.now();
      const answer = await fetch(`${server.url}/api/repos${path()}`, { headers: server.headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}`);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const perSecond = (times.length / (performance.now() - started)) * 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  process.stdout.write(
    `${name}: ${perSecond.toFixed(0)} requests/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms\n`,
  );
}
