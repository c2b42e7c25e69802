import { expect, it } from 'vitest';
import { LogBuffer } from './log-buffer.ts';
import { searchLog } from './search-log.ts';

const bufferOf = (texts: string[]) => {
  const buffer = new LogBuffer();
  buffer.add(texts.map((text, pos) => ({ pos, out: `${text}\n`, time: 0 })));
  return buffer;
};
const now = () => Promise.resolve();
const find = (buffer: LogBuffer, text: string, change = {}) =>
  searchLog(buffer, { text, matchesCase: false, isRegExp: false, ...change }, () => true, now);

it('finds every match, also several in one line', async () => {
  const result = await find(bufferOf(['one ONE', 'two', 'x one']), 'one');
  expect(result?.count).toBe(3);
  expect([...(result?.lines ?? [])]).toEqual([0, 0, 2]);
  expect([...(result?.starts ?? [])]).toEqual([0, 4, 2]);
  expect([...(result?.ends ?? [])]).toEqual([3, 7, 5]);
});

it('searches the visible text, not escape sequences', async () => {
  expect((await find(bufferOf(['a\u001b[31mb\u001b[0mc']), 'abc'))?.count).toBe(1);
  expect((await find(bufferOf(['a\u001b[31mb']), '[31m'))?.count).toBe(0);
});

it('supports case-sensitive, plain and regular expression searches', async () => {
  const buffer = bufferOf(['a.c', 'abc', 'A.C']);
  expect((await find(buffer, 'a.c'))?.count).toBe(2);
  expect((await find(buffer, 'a.c', { matchesCase: true }))?.count).toBe(1);
  expect((await find(buffer, 'a.c', { isRegExp: true }))?.count).toBe(3);
});

it('reports an invalid expression, and ignores empty matches', async () => {
  expect((await find(bufferOf(['a']), '(', { isRegExp: true }))?.problem).toContain('(');
  expect((await find(bufferOf(['aaa']), 'x*', { isRegExp: true }))?.count).toBe(0);
  expect((await find(bufferOf(['💥x']), 'x*', { isRegExp: true }))?.count).toBe(1);
});

it('counts all matches and lists the first 100,000', async () => {
  const result = await find(bufferOf(['x'.repeat(150_000)]), 'x');
  expect([result?.count, result?.lines.length]).toEqual([150_000, 100_000]);
});

it('stops when it is superseded', async () => {
  const buffer = bufferOf(Array.from({ length: 50_000 }, () => 'x'));
  const query = { text: 'x', matchesCase: false, isRegExp: false };
  expect(await searchLog(buffer, query, () => false, now)).toBeUndefined();
});
