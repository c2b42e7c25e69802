import { StoreAwayError } from '@millrace/contract/api-errors';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeLines, type StepWithLog } from '../../../testing/log-of-step.ts';
import { type LogServer, startLogServer } from '../../../testing/log-server.ts';
import { bearer } from '../../../testing/test-server.ts';
import { testStores } from '../../../testing/test-stores.ts';

describe.for(testStores)('logs in $name, after deletions and failures', ({ isThere, start }) => {
  let server: LogServer;
  let root: { token: string };
  let bobs = 0;
  beforeAll(async () => {
    if (isThere) server = await startLogServer(start);
    if (isThere) root = await server.addUser('root', { admin: true });
  });
  afterAll(() => server?.stop());
  const test = it.skipIf(!isThere);

  test.for([
    ['before the object is there', async () => {}],
    ['when the object is there, and nothing says so', (put: () => Promise<void>) => put()],
  ] as const)('survive a death %s', async ([, until]) => {
    const before = await server.testStore.list();
    const step = await server.startStep();
    await step.append(makeLines(0, 1000));
    await step.finish();
    const died = Promise.withResolvers<void>();
    void server
      .mover(
        server.through({
          put: async (...object) => {
            await until(() => server.store.put(...object));
            died.resolve();
            await new Promise(() => {});
          },
        }),
      )
      .move(step.id);
    await died.promise;
    expect(await step.read()).toEqual(makeLines(0, 1000));
    await server.settle();
    expect(await step.read()).toEqual(makeLines(0, 1000));
    // An unused object is deleted once no server can still be writing it.
    server.passDay();
    await server.settle();
    expect(await server.testStore.list()).toHaveLength(before.length + 1);
    expect(await server.listLeft()).toEqual([]);
    expect(await step.read()).toEqual(makeLines(0, 1000));
  });

  test.for<[string, (bytes: Uint8Array) => Uint8Array | undefined]>([
    ['nothing', () => undefined],
    ['half of it', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['other bytes', (bytes) => bytes.map((byte) => byte ^ 1)],
  ])('stay in the database if the store accepts them and stores %s', async ([, keep]) => {
    const step = await server.startStep();
    await step.append(makeLines(0, 1000));
    await step.finish();
    const lying = server.mover(
      server.through({
        put: async (key, body, signal) => {
          const kept = body instanceof Uint8Array ? keep(body) : undefined;
          if (kept) await server.store.put(key, kept, signal);
        },
      }),
    );
    await expect(lying.move(step.id)).rejects.toThrow(/has lost/);
    expect(await step.read()).toEqual(makeLines(0, 1000));
    await server.settle();
    expect(await step.read()).toEqual(makeLines(0, 1000));
  });

  test.for([
    ['the log', (step: StepWithLog) => step.call('DELETE', '/builds/1/logs/1/1')],
    [
      'the build',
      async (step: StepWithLog) => {
        await step.call('DELETE', '/builds/1');
        return step.call('DELETE', '/builds?before=2');
      },
    ],
    ['the repository', (step: StepWithLog) => step.call('DELETE', '?remove=true')],
    [
      'the account',
      async ({ owner }: StepWithLog) => {
        const url = `${server.url}/api/users/${owner}?contents=delete`;
        return (await fetch(url, { method: 'DELETE', headers: bearer(root) })).status;
      },
    ],
  ] as const)('go with %s, also where the server dies in between', async ([, remove]) => {
    const before = await server.testStore.list();
    const step = await server.startStep(await server.addUser(`bob${++bobs}`));
    await step.append(makeLines(0, 1000));
    await step.finish();
    await server.settle();
    expect(await server.testStore.list()).toHaveLength(before.length + 1);
    expect(await remove(step)).toBeLessThan(300);
    // It dies when the object is deleted, before that is noted.
    const died = Promise.withResolvers<void>();
    const dying = server.runWorker(
      server.through({
        delete: async (key) => {
          await server.store.delete(key);
          died.resolve();
          await new Promise(() => {});
        },
      }),
    );
    await died.promise;
    void dying.stop();
    await server.settle();
    expect(await server.testStore.list()).toEqual(before);
  });

  test('wait while the store is unavailable, and are moved later', async () => {
    const moved = await server.startStep();
    await moved.append(makeLines(0, 1000));
    await moved.finish();
    await server.settle();
    const gone = await server.startStep();
    await gone.append(makeLines(0, 10));
    await gone.finish();
    await server.settle();

    await server.testStore.pause();
    const worker = server.runWorker();
    const waiting = await server.startStep();
    await waiting.append(makeLines(0, 1000));
    await waiting.finish();
    expect(await gone.call('DELETE', '/builds/1/logs/1/1')).toBe(204);
    for (const coding of ['identity', 'gzip', 'zstd']) {
      const answer = await moved.get('?from=500', { 'accept-encoding': coding });
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('10');
      expect(await answer.json()).toEqual({
        message: expect.stringMatching(/^The object store is away: /),
        code: 'store_unavailable',
      });
    }
    const cut = await (await moved.stream(0)).text();
    expect(cut).not.toContain('data:');
    expect(await waiting.read()).toEqual(makeLines(0, 1000));

    await server.testStore.resume();
    expect(await moved.read('?from=500')).toEqual(makeLines(500, 1000));
    server.passDay();
    await expect.poll(() => server.listBlocks(waiting.id)).toEqual([]);
    await expect.poll(server.listUnneeded).toEqual([]);
    await worker.stop();
    expect(await waiting.read()).toEqual(makeLines(0, 1000));
    const whole = await (await moved.stream(0)).text();
    expect(whole.match(/^data: \{/gm)).toHaveLength(1000);
    expect(whole).toContain('eof');
  });

  test('end a response early if the store fails, and the server continues', async () => {
    const step = await server.startStep();
    const count = 20_000;
    await step.append(makeLines(0, count), 5000);
    await step.finish();
    await server.settle();
    // Its first frame is kept from here on.
    await step.read('?to=1');
    const away = new StoreAwayError('test', { isRefusal: false });
    const reads = vi.spyOn(server.store, 'get').mockRejectedValue(away);
    for (const coding of ['identity', 'gzip', 'zstd']) {
      server.core.bus.publish('logRewritten', { stepId: step.id });
      const answer = await step.get('', { 'accept-encoding': coding });
      const end = answer.text().catch(() => 'cut');
      const message = JSON.stringify({
        message: 'The object store is away: test',
        code: 'store_unavailable',
      });
      expect([await end, answer.status]).toEqual(answer.ok ? ['cut', 200] : [message, 503]);
    }
    expect(reads).toHaveBeenCalledTimes(3);
    reads.mockRestore();
    expect(await step.read()).toHaveLength(count);
  });
});
