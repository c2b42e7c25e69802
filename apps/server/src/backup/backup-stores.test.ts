import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Build, Line } from '@millrace/contract/api';
import { expect, it, onTestFinished } from 'vitest';
import { type Installation, runMillrace } from '../../testing/backup-commands.ts';
import { CacheCalls } from '../../testing/cache-calls.ts';
import { runnerApiOf, startNextStage } from '../../testing/fake-work.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { bearer, pushSampleRepo, startTestServer } from '../../testing/test-server.ts';
import { testStores } from '../../testing/test-stores.ts';
import { uploadArtifact } from '../../testing/upload-artifact.ts';
import { logsPort } from '../features/logs/port.ts';

const secretKey = 'the key of this installation';
const content = randomBytes(300_000);

/** Settings of an installation without an object store. */
const noStore = {
  name: 'no store',
  isThere: true,
  start: async () => ({ env: {}, stop: async () => {} }),
};
const stores = [noStore, ...testStores].filter(({ isThere }) => isThere);
const moves = stores.flatMap((from) =>
  stores.map((to) => ({ name: `${from.name} to ${to.name}`, from, to })),
);

/** Starts a store that is removed after the test, and returns its settings. */
async function startStore(testStore: (typeof stores)[number]): Promise<Installation> {
  const store = await testStore.start();
  onTestFinished(() => store.stop());
  return store.env;
}

async function makeFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-backup-stores-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Creates a finished build with a log, an artifact and a cache, and writes a backup of its server. */
async function backUp(file: string, env: Installation, ...args: string[]) {
  const server = await startTestServer({
    env: { MILLRACE_SECRET_KEY: secretKey, ...env },
    jobs: ['moveLogs'],
  });
  try {
    const ada = await server.addUser('ada');
    await pushSampleRepo(server, 'ada');
    const api = runnerApiOf(server);
    const { stage, step } = await startNextStage(api);
    await server.ask(logsPort).appendLog(step.id, [{ pos: 0, out: 'hello\n', time: 0 }]);
    await uploadArtifact(api, step.id, 'dist/app', content);
    const caches = new CacheCalls(api, step.id);
    await caches.save((await caches.find('npm')).lookup, 'modules');
    const ended = { status: 'success', exit_code: 0, stopped: 2 } as const;
    await api.updateStep({ params: { step: step.id }, body: { ...step, ...ended } });
    await api.updateStage({ params: { stage: stage.id }, body: { ...stage, ...ended } });
    if (server.core.objectStore) {
      const moved = server.core.db.selectFrom('log_objects').select('key');
      await expect.poll(() => moved.where('step_id', 'is not', null).execute()).toHaveLength(1);
    }
    const installation = { MILLRACE_DATA: server.core.config.dataDir, ...env };
    const made = await runMillrace({ ...installation, MILLRACE_SECRET_KEY: secretKey }, [
      'backup',
      file,
      ...args,
    ]);
    expect(made).toMatchObject({ exitCode: 0 });
    return ada;
  } finally {
    await server.stop();
  }
}

it.each(moves)('a backup of $name has every log and artifact', async ({ from, to }) => {
  const dir = await makeFolder();
  const file = join(dir, 'backup');
  const ada = await backUp(file, await startStore(from), '--objects');
  const target = {
    MILLRACE_DATA: join(dir, 'data'),
    MILLRACE_SECRET_KEY: secretKey,
    MILLRACE_RUNNER_CAPACITY: '0',
    ...(await startStore(to)),
  };
  expect(await runMillrace(target, ['restore', file])).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining('Done: every log and artifact can be read.'),
  });
  const restored = await startServerProcess(target);
  const get = (path: string) =>
    fetch(`${restored.url}/api/repos/ada/project/builds/1${path}`, { headers: bearer(ada) });
  const log = (await (await get('/logs/1/1')).json()) as Line[];
  expect(log.map(({ out }) => out)).toEqual(['hello\n']);
  const artifact = await (await get('/artifacts/1/1/dist/app')).arrayBuffer();
  expect(Buffer.from(artifact).equals(content)).toBe(true);
  const caches = await fetch(`${restored.url}/api/repos/ada/project/caches`, {
    headers: bearer(ada),
  });
  expect(await caches.json()).toMatchObject({ entries: [] });
});

it('says which logs and artifacts are missing, and restores the rest', async () => {
  const dir = await makeFolder();
  const file = join(dir, 'backup');
  const [folder = noStore] = testStores;
  await backUp(file, await startStore(folder));
  const target = { MILLRACE_DATA: join(dir, 'data') };
  const { exitCode, output } = await runMillrace(target, ['restore', file]);
  expect(exitCode).toBe(2);
  expect(output).toContain(
    `Incomplete: 1 log and 1 artifact are not in ${join(dir, 'data', 'artifacts')}.`,
  );
});

it('keeps the work of a restored server back until it is resumed', async () => {
  const dir = await makeFolder();
  const file = join(dir, 'backup');
  const ada = await backUp(file, {}, '--objects');
  const target = { MILLRACE_DATA: join(dir, 'data'), MILLRACE_SECRET_KEY: secretKey };
  const { output } = await runMillrace(target, ['restore', file]);
  expect(output).toContain('Start them with "millrace resume".');
  const server = await startServerProcess(target);
  await expect.poll(server.output).toContain('The data were restored or imported.');
  const started = await fetch(`${server.url}/api/repos/ada/project/builds`, {
    method: 'POST',
    headers: bearer(ada),
  });
  const { number } = (await started.json()) as Build;
  const build = `${server.url}/api/repos/ada/project/builds/${number}`;
  const read = async () => (await (await fetch(build, { headers: bearer(ada) })).json()) as Build;
  const { status, stages } = await read();
  expect([status, stages?.[0]?.waiting]).toEqual(['pending', { reason: 'paused' }]);
  expect(await runMillrace(target, ['resume'])).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining('starts its work'),
  });
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('success');
  expect((await runMillrace(target, ['resume'])).output).toContain('No work waits.');
});
