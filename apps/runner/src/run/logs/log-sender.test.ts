import type { Line } from '@millrace/contract/api';
import { describe, expect, it } from 'vitest';
import { ManualClock, settle } from '../../testing/manual-clock.ts';
import { LogSender } from './log-sender.ts';

function setUp(limits = {}) {
  const clock = new ManualClock();
  const batches: number[][] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  let nextPos = 0;
  const sender = new LogSender({
    clock,
    limits,
    send: (lines) => {
      batches.push(lines.map((line) => line.pos));
      const answer = Promise.withResolvers<void>();
      answers.push(answer);
      return answer.promise;
    },
  });
  const lines = (count: number, length = 10): Line[] =>
    Array.from({ length: count }, () => ({ pos: nextPos++, out: 'x'.repeat(length), time: 0 }));
  const answer = async () => {
    answers.shift()?.resolve();
    await settle();
  };
  return { clock, batches, sender, lines, answer };
}

describe('LogSender', () => {
  it('sends the first lines immediately and the next after the pause', async () => {
    const { clock, batches, sender, lines, answer } = setUp();
    sender.push(lines(2));
    await settle();
    expect(batches).toEqual([[0, 1]]);
    await answer();
    sender.push(lines(1));
    sender.push(lines(1));
    await clock.advance(29);
    expect(batches).toHaveLength(1);
    await clock.advance(1);
    expect(batches).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('sends one batch at a time', async () => {
    const { clock, batches, sender, lines, answer } = setUp();
    sender.push(lines(1));
    await settle();
    sender.push(lines(1));
    await clock.advance(1000);
    expect(batches).toEqual([[0]]);
    await answer();
    expect(batches).toEqual([[0], [1]]);
  });

  it('sends a full batch without a pause, and limits its size', async () => {
    const { batches, sender, lines, answer } = setUp({ batchChars: 150 });
    sender.push(lines(1));
    await settle();
    await answer();
    sender.push(lines(5));
    await settle();
    expect(batches).toEqual([[0], [1, 2]]);
    await answer();
    expect(batches.at(-1)).toEqual([3, 4]);
  });

  it('sends a line that is longer than a batch in a separate batch', async () => {
    const { batches, sender, lines } = setUp({ batchChars: 100 });
    sender.push(lines(2, 5000));
    await settle();
    expect(batches).toEqual([[0]]);
  });

  it('applies backpressure while too much is waiting', async () => {
    const { batches, sender, lines, answer } = setUp({ batchChars: 200, waitingChars: 300 });
    expect(sender.push(lines(2))).toBeUndefined();
    const room = sender.push(lines(6));
    let hasRoom = false;
    void room?.then(() => {
      hasRoom = true;
    });
    await settle();
    expect(batches).toHaveLength(1);
    expect(hasRoom).toBe(false);
    await answer();
    expect(hasRoom).toBe(true);
  });

  it('sends the remaining lines without a pause when it is closed', async () => {
    const { batches, sender, lines, answer } = setUp();
    sender.push(lines(1));
    await settle();
    sender.push(lines(1));
    let isClosed = false;
    const closing = sender.close().then(() => {
      isClosed = true;
    });
    await answer();
    expect(batches).toEqual([[0], [1]]);
    expect(isClosed).toBe(false);
    await answer();
    await closing;
  });
});
