import type { Line } from '@millrace/contract/api';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import { createSmallSecretMask } from './secret-mask.ts';
import { StepLog } from './step-log.ts';

function setUp(maxLogBytes: number, secrets: string[] = []) {
  const clock = new ManualClock();
  const sent: Line[] = [];
  const log = new StepLog({
    startedAtMs: 0,
    clock,
    maskSecrets: createSmallSecretMask(secrets),
    maxLogBytes,
    send: async (lines) => {
      sent.push(...lines);
    },
  });
  const encoder = new TextEncoder();
  return {
    clock,
    sent,
    write: (text: string) => log.write(encoder.encode(text)),
    end: () => log.end(),
    outs: () => sent.map((line) => line.out),
  };
}
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `${String(from + index).padStart(7, '0')}\n`);

describe('the log of a step', () => {
  it('is sent unchanged up to half of its limit, and complete if it fits', async () => {
    const { write, end, outs, sent } = setUp(1600);
    for (const line of numbered(0, 150)) write(line);
    await end();
    expect(outs()).toEqual([
      ...numbered(0, 100),
      'This log exceeds 1.6 kB. Its first 800 bytes end here.\n',
      'Its last 800 bytes follow when the step ends.\n',
      ...numbered(100, 150),
    ]);
    expect(sent.map((line) => line.pos)).toEqual(sent.map((_, index) => index));
  });

  it('has no notes far below the limit', async () => {
    const { write, end, outs } = setUp(1600);
    write(numbered(0, 100).join(''));
    await end();
    expect(outs()).toEqual(numbered(0, 100));
  });

  it('is truncated in the middle beyond the limit, with a note about the dropped amount', async () => {
    const { write, end, outs, sent } = setUp(1600);
    for (const line of numbered(0, 5000)) write(line);
    await end();
    const all = outs();
    const note = all.findIndex((out) => out.endsWith('left out here.\n'));
    const tail = all.slice(note + 1);
    expect(all.slice(0, 100)).toEqual(numbered(0, 100));
    expect(note).toBe(102);
    expect(tail.length).toBeGreaterThan(85);
    expect(tail.length).toBeLessThanOrEqual(100);
    expect(tail).toEqual(numbered(5000 - tail.length, 5000));
    const lost = 5000 - 100 - tail.length;
    expect(all[note]).toBe(
      `${lost} lines (${Number(((lost * 8) / 1000).toFixed(1))} kB) were left out here.\n`,
    );
    expect(sent.map((line) => line.pos)).toEqual(sent.map((_, index) => index));
  });

  it('notes every minute that lines are dropped, and preserves the times of the last lines', async () => {
    const { clock, write, end, sent } = setUp(1600);
    for (let second = 0; second < 200; second++) {
      write(numbered(second * 10, second * 10 + 10).join(''));
      await clock.advance(1000);
    }
    const soFar = sent.filter((line) => line.out.endsWith('left out so far.\n'));
    expect(soFar.map((line) => line.time)).toEqual([70, 130, 190]);
    await end();
    expect(sent.at(-1)).toMatchObject({ out: '0001999\n', time: 199 });
    expect(sent.at(-20)).toMatchObject({ out: '0001980\n', time: 198 });
  });

  it('preserves multi-byte text and a last line without a line break', async () => {
    const { write, end, outs } = setUp(1600);
    for (let count = 0; count < 500; count++) write(`水車 🚰 ${count}\n`);
    write('end');
    await end();
    expect(outs().slice(-2)).toEqual(['水車 🚰 499\n', 'end']);
  });
});

describe('a line that is far too long', () => {
  it('is truncated, with a note about the dropped amount', async () => {
    const { write, end, outs } = setUp(10_000);
    for (let count = 0; count < 100; count++) write('x'.repeat(100));
    write('\nnext\n');
    await end();
    expect(outs()).toEqual([
      `${'x'.repeat(2000)}\n`,
      'The rest of this line, 8 kB, was left out.\n',
      'next\n',
    ]);
  });

  it('shows no part of a truncated secret', async () => {
    const secret = 'correct horse battery staple';
    for (let at = 1960; at < 2010; at++) {
      const { write, end, outs } = setUp(10_000, [secret]);
      write(`${'x'.repeat(at)}${secret}${'y'.repeat(100)}\n`);
      await end();
      expect(outs()[0]).toMatch(/^x+\*+\n$/);
    }
  });

  it('takes little memory if it arrives byte by byte', async () => {
    const { write, end, outs } = setUp(1_000_000);
    for (let count = 0; count < 50_000; count++) write('.');
    write('\n');
    await end();
    expect(outs()).toEqual([`${'.'.repeat(50_000)}\n`]);
  });
});

describe('long lines', () => {
  const secret = 'correct horse';
  const coloured = [...secret].join('\u001b[31m');
  const long = coloured.repeat(30_000);

  it('are masked in slices, in order with those after them', async () => {
    const { write, end, outs } = setUp(50_000_000, [secret]);
    let turns = 0;
    let isDone = false;
    const countTurns = () => {
      turns++;
      if (!isDone) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    void write(`${long}\nsecond\n`);
    void write('third\n');
    await end();
    isDone = true;
    expect(outs()).toEqual([`${'******'.repeat(30_000)}\n`, 'second\n', 'third\n']);
    expect(turns).toBeGreaterThan(5);
  });

  it('are masked in slices if they are truncated', async () => {
    const { write, end, outs } = setUp(2_000_000, [secret]);
    void write(`${'x'.repeat(200_000)}${long}\nsecond\n`);
    await end();
    expect(outs()[0]).toMatch(/^x+\*+\n$/);
    expect(outs().slice(1)).toEqual([
      expect.stringMatching(/^The rest of this line, .* was left out\.\n$/),
      'second\n',
    ]);
  });
});
