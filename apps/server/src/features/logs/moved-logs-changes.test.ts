import { joinLines } from '@millrace/contract/log-lines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLines, type StepWithLog } from '../../../testing/log-of-step.ts';
import { type LogServer, startLogServer } from '../../../testing/log-server.ts';
import { testStores } from '../../../testing/test-stores.ts';
import { logsPort } from './port.ts';

describe.for(testStores)('logs in $name that change', ({ isThere, start }) => {
  let server: LogServer;
  beforeAll(async () => {
    if (isThere) server = await startLogServer(start);
  });
  afterAll(() => server?.stop());
  const test = it.skipIf(!isThere);

  test('accept late lines before and after they are moved, and are moved again', async () => {
    const step = await server.startStep();
    const lines = makeLines(0, 3000);
    await step.append(lines.slice(0, 1000));
    await step.finish('killed');
    await server.settle();
    await step.append(lines.slice(900, 2000));
    expect(await step.read()).toEqual(lines.slice(0, 2000));
    expect((await step.get('?to=1')).headers.get('x-log-lines')).toBe('2000');
    await server.settle();
    await step.append(lines.slice(0, 2000));
    expect(await server.listBlocks(step.id)).toEqual([]);
    await step.append(lines.slice(2000));
    expect(await step.read('?from=990&to=2010')).toEqual(lines.slice(990, 2010));
    await server.settle();
    expect(await server.listBlocks(step.id)).toEqual([]);
    expect(await step.read()).toEqual(lines);
  });

  test('continue an unfinished line after they were moved', async () => {
    const step = await server.startStep();
    const outs = ['one\nt', 'w', 'o\nthree\n', 'fo', 'ur\nfive', '\n'];
    const entries = outs.map((out, pos) => ({ pos, out, time: 0 }));
    await step.append(entries.slice(0, 2));
    await step.finish('killed');
    for (const entry of entries.slice(2)) {
      await server.settle();
      expect(await server.listBlocks(step.id)).toEqual([]);
      await step.append([entry]);
    }
    const lines = joinLines(await step.read());
    expect(lines.map(({ pos, out }) => [pos, out])).toEqual([
      [0, 'one\n'],
      [1, 'two\n'],
      [2, 'three\n'],
      [3, 'four\n'],
      [4, 'five\n'],
    ]);
  });

  test('are replaced after they were moved, and their object is deleted', async () => {
    const step = await server.startStep();
    await step.append(makeLines(0, 2000));
    await step.finish('killed');
    await server.settle();
    const before = await server.testStore.list();
    await step.replace(makeLines(0, 2000, 'news'));
    expect(await step.read()).toEqual(makeLines(0, 2000, 'news'));
    await server.settle();
    expect(await step.read()).toEqual(makeLines(0, 2000, 'news'));
    const after = await server.testStore.list();
    expect(after).toHaveLength(before.length);
    expect(after).not.toEqual(before);
  });

  test('leave nothing behind if an upload is too late', async () => {
    const before = await server.testStore.list();
    const step = await server.startStep();
    await step.append(makeLines(0, 1000));
    await step.finish();
    const slow = server.through({
      put: async (...object) => {
        server.passDay();
        await server.settle();
        await server.store.put(...object);
      },
    });
    expect(await server.mover(slow).move(step.id)).toBe(false);
    expect(await server.testStore.list()).toHaveLength(before.length + 2);
    await server.settle();
    expect(await server.testStore.list()).toHaveLength(before.length + 1);
    expect(await step.read()).toEqual(makeLines(0, 1000));
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
    const step = await server.startStep();
    await step.append(makeLines(0, 1000));
    await step.finish('killed');
    const changing = server.through({
      put: async (...object) => {
        await server.store.put(...object);
        await change(step);
      },
    });
    await server.mover(changing).move(step.id);
    const end = await server.ask(logsPort).findLogEnd(step.id);
    const expected = makeLines(0, end, text || 'line');
    expect(await step.read()).toEqual(expected);
    const before = await server.testStore.list();
    await server.settle();
    expect(await step.read()).toEqual(expected);
    expect(await server.listBlocks(step.id)).toEqual([]);
    const objects = await server.listObjects(step.id);
    const others = (await server.testStore.list()).filter((name) => !before.includes(name)).length;
    expect(others).toBeLessThanOrEqual(1);
    // Each line is in one of them, once.
    let next = 0;
    for (const { first_pos, last_pos } of objects) {
      expect(first_pos).toBe(next);
      next = last_pos + 1;
    }
    expect(next).toBe(end);
  });
});
