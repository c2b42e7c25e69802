import { expect, test } from 'vitest';
import { logFileName, mergeLines, toLogText } from './log-lines.ts';

const line = (pos: number, out = `line ${pos}\n`) => ({ pos, out, time: 0 });
const positions = (lines: readonly { pos: number }[]) => lines.map(({ pos }) => pos);

test('appends what follows', () => {
  expect(positions(mergeLines([line(0)], [line(1), line(2)]))).toEqual([0, 1, 2]);
});

test('a replay from the start brings nothing twice', () => {
  const known = [line(0), line(1), line(2)];
  expect(mergeLines(known, [line(0), line(1), line(2)])).toBe(known);
  expect(positions(mergeLines(known, [line(1), line(2), line(3)]))).toEqual([0, 1, 2, 3]);
});

test('known lines stay the same objects', () => {
  const known = [line(0), line(1)];
  expect(mergeLines(known, [line(1), line(2)])[1]).toBe(known[1]);
});

test('fills gaps and sorts what came out of order', () => {
  expect(positions(mergeLines([line(0), line(5)], [line(3), line(1)]))).toEqual([0, 1, 3, 5]);
});

test('a line that was written again shows its last text', () => {
  expect(mergeLines([line(0, 'half')], [line(0, 'half done\n')])[0]?.out).toBe('half done\n');
});

test('a log may start above zero', () => {
  expect(positions(mergeLines([], [line(40), line(41)]))).toEqual([40, 41]);
});

test('the download is the text as written, one line each', () => {
  expect(toLogText([line(0, 'a\n'), line(1, 'b')])).toBe('a\nb\n');
  expect(logFileName('octo', 'hello', 4, 1, 2)).toBe('octo-hello-4-1-2.log');
});
