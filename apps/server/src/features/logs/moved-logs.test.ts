import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectStore } from '../../object-store/object-store.ts';
import { wait } from '../../shared/wait.ts';
import { makeLines, type StepWithLog, startStepWithLog } from '../../testing/log-of-step.ts';
import { bearer, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type TestStore, testStores } from '../../testing/test-stores.ts';
import { unpackBlock } from './log-block.ts';
import { readFrames } from './log-frames.ts';
import { LogMover } from './log-mover.ts';
import { LogObjectWorker } from './log-object-worker.ts';

const day = 24 * 60 * 60;

describe.for(testStores)('logs in $name', ({ isThere, start }) => {
  let place: TestStore;
  let server: TestServer;
  let store: ObjectStore;
  let ada: { login: string; token: string };
  let root: { token: string };
  let aheadSec = 0;
  let count = 0;
  const clock = { nowSec: () => Math.floor(Date.now() / 1000) + aheadSec };
  beforeAll(async () => {
    if (!isThere) return;
    place = await start();
    server = await startTestServer({ env: place.env, clock });
    if (!server.context.objectStore) throw new Error('The server has no store');
    store = server.context.objectStore;
    ada = await server.addUser('ada');
    root = await server.addUser('root', { admin: true });
  });
  afterAll(async () => {
    await server?.stop();
    await place?.stop();
  });
  const test = it.skipIf(!isThere);

  const startStep = (owner = ada) => startStepWithLog(server, owner, `p${++count}`);
  const mover = (through = store) => new LogMover({ ...server.context, store: through });
  /** As in a server of its own, which looks again after a moment. */
  const runWorker = (through = store) => {
    const worker = new LogObjectWorker({
      ...server.context,
      store: through,
      isOver: (stepId) => server.context.stepLogs.isOver(stepId),
      wait: (ms, signal) => wait(Math.min(ms, 20), signal),
    });
    worker.run();
    return worker;
  };
  /** A worker that works until there is nothing left to do. */
  const settle = async () => {
    const worker = runWorker();
    await expect.poll(countUnmoved).toBe(0);
    await expect.poll(listUnneeded).toEqual([]);
    await worker.stop();
  };
  const listBlocks = (stepId: number) =>
    server.context.db
      .selectFrom('log_blocks')
      .select(['last_pos', 'bytes'])
      .where('step_id', '=', stepId)
      .execute();
  const countUnmoved = async () => {
    const { db, stepLogs } = server.context;
    const rows = await db.selectFrom('log_blocks').select('step_id').distinct().execute();
    const over = await Promise.all(rows.map(({ step_id }) => stepLogs.isOver(step_id)));
    return over.filter(Boolean).length;
  };
  const listUnneeded = async () => {
    const { db } = server.context;
    const rows = await db.selectFrom('log_objects').select(['step_id', 'due']).execute();
    const now = clock.nowSec();
    return rows.filter(({ step_id, due }) => (due === null ? step_id === null : due <= now));
  };
  const listObjects = (stepId: number) =>
    server.context.db
      .selectFrom('log_objects')
      .select(['key', 'frames', 'first_pos', 'last_pos'])
      .where('step_id', '=', stepId)
      .where('due', 'is', null)
      .orderBy('last_pos')
      .execute();

  test('are read as before, in every form and range', async () => {
    const step = await startStep();
    const lines = makeLines(0, 12_000);
    await step.append(lines, 37);
    await step.finish();
    const queries = ['', '?from=-250', '?from=11999', '?from=1700&to=1703', '?to=3', '?from=12000'];
    const forms = ['application/json', 'application/x-ndjson'];
    const readAll = async () => {
      const texts: string[] = [];
      for (const query of queries) {
        for (const accept of forms) texts.push(await (await step.get(query, { accept })).text());
      }
      return texts;
    };
    const before = await readAll();
    expect(await listBlocks(step.id)).not.toEqual([]);
    await settle();
    expect(await listBlocks(step.id)).toEqual([]);
    server.context.logCache.forget(step.id);
    expect(await readAll()).toEqual(before);
    expect(await step.read()).toEqual(lines);
  });

  test('are one object each, whose frames are of full size', async () => {
    const step = await startStep();
    await step.append(makeLines(0, 9000), 20);
    await step.finish();
    const small = await listBlocks(step.id);
    const before = await place.list();
    await settle();
    expect(await place.list()).toHaveLength(before.length + 1);
    const [object] = await listObjects(step.id);
    const frames = readFrames(object?.frames ?? '[]');
    expect(frames.length).toBeLessThan(small.length);
    expect(frames.slice(0, -1).every(({ bytes }) => bytes > 128 * 1024)).toBe(true);
    const file = (await place.list()).find((name) => name.endsWith(object?.key ?? '?'));
    const packed = await readFile(file ?? '');
    const texts = frames.map((frame) =>
      unpackBlock({ ...frame, lines: packed.subarray(frame.from, frame.to) }),
    );
    const text = Buffer.concat(await Promise.all(texts)).toString();
    expect(text.trimEnd().split('\n')).toHaveLength(9000);
  });

  test('take late lines, before and after they are moved, and are moved again', async () => {
    const step = await startStep();
    const lines = makeLines(0, 3000);
    await step.append(lines.slice(0, 1000));
    await step.finish('killed');
    await settle();
    await step.append(lines.slice(900, 2000));
    expect(await step.read()).toEqual(lines.slice(0, 2000));
    expect((await step.get('?to=1')).headers.get('x-log-lines')).toBe('2000');
    await settle();
    await step.append(lines.slice(0, 2000));
    expect(await listBlocks(step.id)).toEqual([]);
    await step.append(lines.slice(2000));
    expect(await step.read('?from=990&to=2010')).toEqual(lines.slice(990, 2010));
    await settle();
    expect(await listBlocks(step.id)).toEqual([]);
    expect(await step.read()).toEqual(lines);
  });

  test('are replaced after they were moved, and the object goes', async () => {
    const step = await startStep();
    await step.append(makeLines(0, 2000));
    await step.finish('killed');
    await settle();
    const before = await place.list();
    await step.replace(makeLines(0, 2000, 'news'));
    expect(await step.read()).toEqual(makeLines(0, 2000, 'news'));
    await settle();
    expect(await step.read()).toEqual(makeLines(0, 2000, 'news'));
    const after = await place.list();
    expect(after).toHaveLength(before.length);
    expect(after).not.toEqual(before);
  });

  test.for([
    [
      'replaced by one as long',
      (step: StepWithLog) => step.replace(makeLines(0, 1000, 'news')),
      'news',
    ],
    [
      'longer, in a block of its own',
      (step: StepWithLog) => step.append(makeLines(1000, 9000), 8000),
      '',
    ],
    [
      'longer, in one block with what was there',
      (step: StepWithLog) => step.append(makeLines(1000, 1900), 900),
      '',
    ],
    ['longer by a line', (step: StepWithLog) => step.append(makeLines(1000, 1001)), ''],
  ] as const)('stay right when they are %s during the move', async ([, change, text]) => {
    const step = await startStep();
    await step.append(makeLines(0, 1000));
    await step.finish('killed');
    const changing = through({
      put: async (...object) => {
        await store.put(...object);
        await change(step);
      },
    });
    await mover(changing).move(step.id);
    const end = await server.context.logs.findEnd(step.id);
    const expected = makeLines(0, end, text || 'line');
    expect(await step.read()).toEqual(expected);
    const before = await place.list();
    await settle();
    expect(await step.read()).toEqual(expected);
    expect(await listBlocks(step.id)).toEqual([]);
    const objects = await listObjects(step.id);
    const others = (await place.list()).filter((name) => !before.includes(name)).length;
    expect(others).toBeLessThanOrEqual(1);
    // Each line is in one of them, once.
    let next = 0;
    for (const { first_pos, last_pos } of objects) {
      expect(first_pos).toBe(next);
      next = last_pos + 1;
    }
    expect(next).toBe(end);
  });

  test('lose and double nothing for readers in the middle', async () => {
    const { logs } = server.context;
    const action = fc.oneof(
      fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 900 }) }),
      fc.record({ kind: fc.constant('move' as const) }),
      fc.record({ kind: fc.constant('read' as const), reader: fc.nat(2) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async (actions) => {
        const step = await startStep();
        await step.finish('killed');
        const readers: number[][] = [[], [], []];
        let end = 0;
        const readOn = async (seen: number[]) => {
          const news = await logs.readBlockAfter(step.id, seen.at(-1) ?? -1);
          seen.push(...news.map(({ pos }) => pos));
          return news.length > 0;
        };
        for (const each of actions) {
          if (each.kind === 'read') await readOn(readers[each.reader] ?? []);
          else if (each.kind === 'move') {
            const [range] = await Promise.all([step.read(`?to=${end}`), mover().move(step.id)]);
            expect(range).toEqual(makeLines(0, end));
          } else {
            await step.append(makeLines(end, end + each.count));
            end += each.count;
          }
        }
        for (const seen of readers) {
          while (await readOn(seen));
          expect(seen).toEqual(makeLines(0, end).map(({ pos }) => pos));
        }
      }),
      { seed: 11, numRuns: 12 },
    );
    await settle();
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
    const before = await place.list();
    const step = await startStep(await server.addUser(`bob${++count}`));
    await step.append(makeLines(0, 1000));
    await step.finish();
    await settle();
    expect(await place.list()).toHaveLength(before.length + 1);
    expect(await remove(step)).toBeLessThan(300);
    // It dies when the object is deleted, before that is noted.
    const died = Promise.withResolvers<void>();
    const dying = runWorker(
      through({
        delete: async (key) => {
          await store.delete(key);
          died.resolve();
          await new Promise(() => {});
        },
      }),
    );
    await died.promise;
    void dying.stop();
    await settle();
    expect(await place.list()).toEqual(before);
  });

  test.for([
    ['before the object is there', async () => {}],
    ['when the object is there, and nothing says so', (put: () => Promise<void>) => put()],
  ] as const)('survive a death %s', async ([, until]) => {
    const before = await place.list();
    const step = await startStep();
    await step.append(makeLines(0, 1000));
    await step.finish();
    const died = Promise.withResolvers<void>();
    void mover(
      through({
        put: async (...object) => {
          await until(() => store.put(...object));
          died.resolve();
          await new Promise(() => {});
        },
      }),
    ).move(step.id);
    await died.promise;
    expect(await step.read()).toEqual(makeLines(0, 1000));
    await settle();
    expect(await step.read()).toEqual(makeLines(0, 1000));
    // What was made in vain goes once nobody can be making it any more.
    aheadSec += day;
    await settle();
    expect(await place.list()).toHaveLength(before.length + 1);
    expect(
      await server.context.db
        .selectFrom('log_objects')
        .where('due', 'is not', null)
        .select('id')
        .execute(),
    ).toEqual([]);
    expect(await step.read()).toEqual(makeLines(0, 1000));
  });

  test('leave nothing behind where a put comes too late', async () => {
    const before = await place.list();
    const step = await startStep();
    await step.append(makeLines(0, 1000));
    await step.finish();
    const slow = through({
      put: async (...object) => {
        aheadSec += day;
        await settle();
        await store.put(...object);
      },
    });
    expect(await mover(slow).move(step.id)).toBe(false);
    expect(await place.list()).toHaveLength(before.length + 2);
    await settle();
    expect(await place.list()).toHaveLength(before.length + 1);
    expect(await step.read()).toEqual(makeLines(0, 1000));
  });

  test('wait while the store is away, and are moved when it is back', async () => {
    const moved = await startStep();
    await moved.append(makeLines(0, 1000));
    await moved.finish();
    await settle();
    const gone = await startStep();
    await gone.append(makeLines(0, 10));
    await gone.finish();
    await settle();

    await place.pause();
    const worker = runWorker();
    const waiting = await startStep();
    await waiting.append(makeLines(0, 1000));
    await waiting.finish();
    expect(await gone.call('DELETE', '/builds/1/logs/1/1')).toBe(204);
    for (const coding of ['identity', 'gzip', 'zstd']) {
      const answer = await moved.get('?from=500', { 'accept-encoding': coding });
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('10');
      expect(await answer.json()).toEqual({
        message: expect.stringMatching(/^The log store is away: /),
      });
    }
    const cut = await (await moved.stream(0)).text();
    expect(cut).not.toContain('data:');
    expect(await waiting.read()).toEqual(makeLines(0, 1000));

    await place.resume();
    expect(await moved.read('?from=500')).toEqual(makeLines(500, 1000));
    aheadSec += day;
    await expect.poll(() => listBlocks(waiting.id)).toEqual([]);
    await expect.poll(listUnneeded).toEqual([]);
    await worker.stop();
    expect(await waiting.read()).toEqual(makeLines(0, 1000));
    const whole = await (await moved.stream(0)).text();
    expect(whole.match(/^data: \{/gm)).toHaveLength(1000);
    expect(whole).toContain('eof');
  });

  test('of a million lines are read by ranges', async () => {
    const { logs } = server.context;
    const step = await startStep();
    const total = 1_000_000;
    for (let at = 0; at < total; at += 20_000)
      await logs.append(step.id, makeLines(at, at + 20_000));
    await step.finish();
    await settle();
    expect(await listObjects(step.id)).toHaveLength(1);
    for (const from of [0, 1, 499_999, 777_777, total - 3]) {
      expect(await step.read(`?from=${from}&to=${from + 3}`)).toEqual(makeLines(from, from + 3));
    }
    let next = 0;
    for await (const part of logs.read(step.id, 0, total)) {
      expect(part.from).toBe(next);
      const text = await part.readText();
      next = part.to;
      expect(text.toString('utf8', 0, 40)).toContain(`{"pos":${part.from},`);
    }
    expect(next).toBe(total);
  });

  test('that are larger than an object may be become several', async () => {
    const step = await startStep();
    const lines = makeLines(0, 40_000);
    await step.append(lines, 5000);
    await step.finish();
    const small = new LogMover({ ...server.context, store, maxObjectBytes: 100_000 });
    while ((await listBlocks(step.id)).length > 0) await small.move(step.id);
    expect((await listObjects(step.id)).length).toBeGreaterThan(1);
    expect(await step.read()).toEqual(lines);
  });

  /** The store, but for these calls. */
  function through(calls: Partial<ObjectStore>): ObjectStore {
    return {
      put: (...object) => store.put(...object),
      get: (...range) => store.get(...range),
      delete: (...object) => store.delete(...object),
      close: () => {},
      ...calls,
    };
  }
});
