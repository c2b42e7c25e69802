// An edited pipeline file: time from a call of the editor to its plan, for each file of a folder, and of a back-test over
// 50 builds, with a real server: `npm run bench -- back-test FOLDER`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bearer, pushSampleRepo, startTestServer } from '../apps/server/testing/test-server.ts';
import { print, quantile } from './support/statistics.ts';

const rounds = 5;
const builds = 50;
const folder = process.argv[2] ?? 'e2e/pipelines';
const texts = readdirSync(folder)
  .filter((file) => /\.ya?ml$/.test(file))
  .map((file) => readFileSync(join(folder, file), 'utf8'));

const server = await startTestServer();
const ada = await server.addUser('ada');
await pushSampleRepo(server, 'ada');
for (let at = 1; at < builds; at++) {
  const url = `${server.url}/api/repos/ada/project/builds`;
  await fetch(url, { method: 'POST', headers: bearer(ada) });
}

async function time(path: 'plan' | 'history', text: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(`${server.url}/api/repos/ada/project/pipeline/${path}`, {
    method: 'POST',
    headers: { ...bearer(ada), 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  const said = await answer.text();
  if (!answer.ok) throw new Error(`The server answered ${answer.status}: ${said}`);
  return performance.now() - startedAt;
}

for (const path of ['plan', 'history'] as const) {
  // The first call starts a thread.
  await time(path, texts[0] ?? '');
  const tookMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const text of texts) tookMs.push(await time(path, text));
  }
  const [p50, p95] = [quantile(tookMs, 0.5), quantile(tookMs, 0.95)];
  print(`${path} of ${texts.length} files: median ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
}
await server.stop();
