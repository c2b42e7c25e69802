import type { Line } from '@millrace/contract/api';
import { type Clock, systemClock } from '@millrace/node-kit/clock';
import { createRandom } from '@millrace/test-support/random';
import { describe, expect, it } from 'vitest';
import type { OutputBookmark } from '../../engines/output-bookmark.ts';
import { createSmallSecretMask } from './secret-mask.ts';
import { StepLog } from './step-log.ts';

const bytesOf = (count: number) =>
  Buffer.from(Array.from({ length: count }, (_, at) => `line ${at} · größer\n`).join(''));

/** Sends without pauses. */
const hurried: Clock = { ...systemClock, wait: async () => undefined };

function openLog(store: Map<number, string>, from?: OutputBookmark, maxLogBytes = 1_000_000) {
  const send = async (lines: Line[]) => {
    // As at the server, a repeated line is stored once.
    for (const { pos, out = '' } of lines) if (!store.has(pos)) store.set(pos, out);
  };
  const maskSecrets = createSmallSecretMask(['4711']);
  return new StepLog({ startedAtMs: 0, clock: hurried, maskSecrets, maxLogBytes, send, from });
}

const textOf = (store: Map<number, string>) =>
  [...store].sort(([one], [other]) => one - other).map(([, out]) => out);

describe('a log that another runner continues', () => {
  it('begins after the notes so far', async () => {
    const log = openLog(new Map());
    await log.addNote('[millrace] a note');
    await log.flush();
    expect(log.bookmark).toEqual({ offset: 0, lines: 1, headBytes: 18 });
  });

  it('has a bookmark at the end of a line that is stored', async () => {
    const log = openLog(new Map());
    log.write(Buffer.from('one\ntwo\nthr'));
    expect(log.bookmark).toMatchObject({ offset: 0, lines: 0 });
    await log.flush();
    expect(log.bookmark).toMatchObject({ offset: 8, lines: 2 });
  });

  it('has no bookmark within a card', async () => {
    const log = openLog(new Map());
    log.write(Buffer.from(`one\n\u001b]1338;${'A'.repeat(76)}\n`));
    await log.flush();
    expect(log.bookmark).toMatchObject({ offset: 0, lines: 0 });
  });

  it('has every line once, wherever the first runner ended', async () => {
    const random = createRandom(3);
    const output = bytesOf(2000);
    const whole = new Map<number, string>();
    const log = openLog(whole);
    log.write(output);
    await log.end();
    for (let round = 0; round < 100; round++) {
      const store = new Map<number, string>();
      const first = openLog(store);
      const end = Math.floor(random.upTo(output.length));
      for (let at = 0; at < end; ) {
        const next = Math.min(end, at + 1 + Math.floor(random.upTo(5000)));
        first.write(output.subarray(at, next));
        at = next;
        if (random.upTo(1) < 0.5) await first.flush();
      }
      const { bookmark } = first;
      const second = openLog(store, bookmark);
      second.write(output.subarray(bookmark.offset));
      await second.end();
      expect(textOf(store)).toEqual(textOf(whole));
    }
  });

  it('counts what the first runner held back of a log that is too large', async () => {
    const output = bytesOf(1000);
    const store = new Map<number, string>();
    const first = openLog(store, undefined, 2000);
    const middle = output.indexOf('\n', output.length / 2) + 1;
    first.write(output.subarray(0, middle));
    await first.flush();
    const second = openLog(store, first.bookmark, 2000);
    expect(first.bookmark.offset).toBe(middle);
    second.write(output.subarray(middle));
    await second.end();
    const lines = textOf(store);
    const at = lines.findIndex((line) => line.includes('left out here'));
    const heads = lines.filter((line, index) => index < at && line.startsWith('line'));
    const tails = lines.slice(at + 1);
    expect(lines[at]).toMatch(/^\d+ lines/);
    expect(heads.length + Number.parseInt(lines[at] ?? '', 10) + tails.length).toBe(1000);
    expect(lines.filter((line) => line.startsWith('This log exceeds'))).toHaveLength(1);
    expect(tails.at(-1)).toBe('line 999 · größer\n');
  });
});
