import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLines } from '../../../testing/log-of-step.ts';
import { type LogServer, startLogServer } from '../../../testing/log-server.ts';
import { logsOf } from '../../../testing/logs-of.ts';
import { testStores } from '../../../testing/test-stores.ts';
import { unpackBlock } from './log-block.ts';
import { readFrames } from './log-frames.ts';
import { LogMover } from './log-mover.ts';

/** `MILLRACE_TEST_DEEP=1` reads a million of them. */
const manyLines = process.env.MILLRACE_TEST_DEEP === '1' ? 1_000_000 : 60_000;

describe.for(testStores)('logs in $name', ({ isThere, start }) => {
  let server: LogServer;
  beforeAll(async () => {
    if (isThere) server = await startLogServer(start);
  });
  afterAll(() => server?.stop());
  const test = it.skipIf(!isThere);

  test('are read as before, in every format and range', async () => {
    const step = await server.startStep();
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
    expect(await server.listBlocks(step.id)).not.toEqual([]);
    await server.settle();
    expect(await server.listBlocks(step.id)).toEqual([]);
    server.core.bus.publish('logRewritten', { stepId: step.id });
    expect(await readAll()).toEqual(before);
    expect(await step.read()).toEqual(lines);
  });

  test('are one object each, with frames of full size', async () => {
    const step = await server.startStep();
    await step.append(makeLines(0, 9000), 20);
    await step.finish();
    const small = await server.listBlocks(step.id);
    const before = await server.testStore.list();
    await server.settle();
    expect(await server.testStore.list()).toHaveLength(before.length + 1);
    const [object] = await server.listObjects(step.id);
    const frames = readFrames(object?.frames ?? '[]');
    expect(frames.length).toBeLessThan(small.length);
    expect(frames.slice(0, -1).every(({ bytes }) => bytes > 128 * 1024)).toBe(true);
    const file = (await server.testStore.list()).find((name) => name.endsWith(object?.key ?? '?'));
    const packed = await readFile(file ?? '');
    const texts = frames.map((frame) =>
      unpackBlock({ ...frame, lines: packed.subarray(frame.from, frame.to) }),
    );
    const text = Buffer.concat(await Promise.all(texts)).toString();
    expect(text.trimEnd().split('\n')).toHaveLength(9000);
  });

  test('lose and repeat no line for clients in the middle', async () => {
    const { logs } = logsOf(server);
    const action = fc.oneof(
      fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 900 }) }),
      fc.record({ kind: fc.constant('move' as const) }),
      fc.record({ kind: fc.constant('read' as const), reader: fc.nat(2) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async (actions) => {
        const step = await server.startStep();
        await step.finish('killed');
        const readers: number[][] = [[], [], []];
        let end = 0;
        const readOn = async (seen: number[]) => {
          const newLines = await logs.readBlockAfter(step.id, seen.at(-1) ?? -1);
          seen.push(...newLines.map(({ pos }) => pos));
          return newLines.length > 0;
        };
        for (const each of actions) {
          if (each.kind === 'read') await readOn(readers[each.reader] ?? []);
          else if (each.kind === 'move') {
            const [range] = await Promise.all([
              step.read(`?to=${end}`),
              server.mover().move(step.id),
            ]);
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
    await server.settle();
  });

  test('are read in ranges if they are very long', async () => {
    const { logs } = logsOf(server);
    const step = await server.startStep();
    for (let at = 0; at < manyLines; at += 20_000)
      await logs.append(step.id, makeLines(at, at + 20_000));
    await step.finish();
    await server.settle();
    expect(await server.listObjects(step.id)).toHaveLength(1);
    for (const from of [0, 1, 29_999, 45_555, manyLines - 3]) {
      expect(await step.read(`?from=${from}&to=${from + 3}`)).toEqual(makeLines(from, from + 3));
    }
    let next = 0;
    for await (const part of logs.read(step.id, 0, manyLines)) {
      expect(part.from).toBe(next);
      const text = await part.readText();
      next = part.to;
      expect(text.toString('utf8', 0, 40)).toContain(`{"pos":${part.from},`);
    }
    expect(next).toBe(manyLines);
  });

  test('are split if they are larger than an object may be', async () => {
    const step = await server.startStep();
    const lines = makeLines(0, 40_000);
    await step.append(lines, 5000);
    await step.finish();
    const small = new LogMover({ ...server.core, store: server.store, maxObjectBytes: 100_000 });
    while ((await server.listBlocks(step.id)).length > 0) await small.move(step.id);
    expect((await server.listObjects(step.id)).length).toBeGreaterThan(1);
    expect(await step.read()).toEqual(lines);
  });
});
