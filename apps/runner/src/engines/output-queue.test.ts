import { expect, it } from 'vitest';
import { OutputQueue } from './output-queue.ts';

it('returns the chunks in order, and ends with the program', async () => {
  const queue = new OutputQueue({ pause: () => undefined, resume: () => undefined });
  queue.add(Buffer.from('a'));
  queue.add(Buffer.from('b'));
  let shown = '';
  for await (const chunk of queue) {
    shown += Buffer.from(chunk).toString();
    if (shown === 'ab') queue.add(Buffer.from('c'));
    if (shown === 'abc') queue.end();
  }
  expect(shown).toBe('abc');
});

it('pauses the program while nobody reads', async () => {
  const calls: string[] = [];
  const queue = new OutputQueue({
    pause: () => calls.push('pause'),
    resume: () => calls.push('resume'),
  });
  queue.add(Buffer.alloc(65_536));
  expect(calls).toEqual([]);
  queue.add(Buffer.alloc(1));
  expect(calls).toEqual(['pause']);
  const reading = queue[Symbol.asyncIterator]();
  await reading.next();
  expect(calls).toEqual(['pause', 'resume']);
});
