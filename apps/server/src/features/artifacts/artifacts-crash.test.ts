import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { rpcClient, rpcEnvironment, startOverRpc } from '../../../testing/rpc-client.ts';
import { listFiles } from '../../../testing/s3-server.ts';
import { startServerProcess } from '../../../testing/server-process.ts';
import { createWorkTree, samplePipeline } from '../../../testing/test-server.ts';

const repeats = process.env.MILLRACE_TEST_DEEP === '1' ? 49 : 0;
const until = { timeout: 60_000, interval: 20 };

it('a file is stored completely or not at all if the server is killed', { repeats }, async () => {
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-crash-'));
  onTestFinished(() => rm(tempDir, { recursive: true, force: true, maxRetries: 3 }));
  const dataDir = join(tempDir, 'data');
  const startServer = () =>
    startServerProcess({
      ...rpcEnvironment,
      MILLRACE_DATA: dataDir,
      MILLRACE_RUNNER_CAPACITY: '0',
    });
  const ask = (sql: string) => {
    using db = new DatabaseSync(join(dataDir, 'millrace.db'), { timeout: 5000 });
    return db.prepare(sql).all();
  };
  const stored = () => listFiles(join(dataDir, 'artifacts'));

  let server = await startServer();
  const work = await createWorkTree({ url: server.url, tempDir }, 'admin', 'admin/project');
  await work.commit({ '.drone.yml': samplePipeline });
  await work.git('push', '--quiet', 'origin', 'main');
  const { step } = await startOverRpc(rpcClient(server));
  const send = async (body: RequestInit['body'], size: number) => {
    const answer = await fetch(
      `${server.url}/rpc/v2/step/${step.id}/files?kind=artifact&path=dist/a`,
      {
        method: 'POST',
        headers: {
          'x-drone-token': rpcEnvironment.MILLRACE_RPC_SECRET,
          'content-length': String(size),
        },
        body,
        duplex: 'half',
      } as RequestInit,
    );
    return answer.status;
  };

  // Half of it is stored, and the rest never comes.
  const half = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
  });
  const cut = send(half, 2_000_000).catch((error: unknown) => error);
  await expect.poll(stored, until).toHaveLength(1);
  await server.end('SIGKILL');
  expect(await cut).toBeInstanceOf(Error);
  server = await startServer();
  const complete = 'select path, size from artifacts where due is null';
  expect(ask(complete)).toEqual([]);
  expect(await send(new Uint8Array(10).fill(1), 10)).toBe(200);
  expect(ask(complete)).toEqual([{ path: 'dist/a', size: 10 }]);

  // Once its time is up, what was on its way then goes, and nothing else.
  expect(await stored()).toHaveLength(2);
  ask('update artifacts set due = 1 where due is not null');
  await server.end('SIGKILL');
  server = await startServer();
  await expect.poll(stored, until).toHaveLength(1);
  // It is forgotten after it was deleted.
  await expect.poll(() => ask('select path from artifacts'), until).toEqual([{ path: 'dist/a' }]);
});
