// Duration of the sync of an account with many repositories: 2,000 on a stub of GitHub that takes 100 ms
// for each response, the first time and again. Real server and database. Another number:
// `npm run bench -- forge-sync 5000`.
import { setTimeout as wait } from 'node:timers/promises';
import { ForgeServer } from '../apps/server/testing/forges/forge-server.ts';
import { GithubTestForge } from '../apps/server/testing/forges/github-test-forge.ts';
import { print } from './support/statistics.ts';

const repoCount = Number(process.argv[2] ?? 2000);
const latencyMs = 100;

const testForge = await GithubTestForge.start();
const { github } = testForge;
await testForge.addAccount('ada');
const forge = await ForgeServer.start(testForge);
try {
  const ada = await forge.signIn('ada');
  const account = github.world.account('ada');
  for (let at = 0; at < repoCount; at++) github.world.addRepository(account, `service-${at}`);
  github.latencyMs = latencyMs;
  print(`${repoCount} repositories, ${latencyMs} ms for each answer`);
  for (const time of ['first', 'second', 'third']) {
    github.requests.length = 0;
    github.bytes = 0;
    const before = performance.now();
    const { status } = await ada.call('POST', '/api/user/repos?async=true');
    if (status !== 204) throw new Error(`The sync failed: ${status}`);
    while ((await ada.call('GET', '/api/user')).body.syncing) await wait(10);
    const seconds = (performance.now() - before) / 1000;
    print(
      `${time}: ${seconds.toFixed(2)} s, ${github.requests.length} requests, ` +
        `${(github.bytes / 1e6).toFixed(2)} MB`,
    );
  }
} finally {
  await forge.stop();
  await testForge.stop();
}
