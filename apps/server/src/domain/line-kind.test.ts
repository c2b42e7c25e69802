import { expect, it } from 'vitest';
import { toLineKind } from './line-kind.ts';

it.each([
  ['numbers', '12 tests passed', '7 tests passed'],
  ['numbers in names', 'module_12.c', 'module_7.c'],
  ['durations', 'done in 1m 20s', 'done in 45.2s'],
  ['durations of other units', 'took 350ms', 'took 1.2 seconds'],
  ['sizes', 'sent 12.5 MB', 'sent 900 KiB'],
  ['large numbers', 'read 1,234,567 rows', 'read 12 rows'],
  ['times of day', '[10:00:01] ready', '[23:59:59.123] ready'],
  ['dates', '2026-11-22 built', '2025-01-02 built'],
  ['dates with a time', '2026-11-22T08:22:14.000Z go', '2026-11-22T09:00:00+01:00 go'],
  ['written dates', 'Sun, 22 Nov 2026 go', 'Mon, 3 Jan 2025 go'],
  ['hashes', 'HEAD is now at 1a2b3c4 x', 'HEAD is now at 99ffee1 x'],
  ['hashes without a letter', 'commit 1234567', 'commit 12ab567'],
  ['long hashes', `sha256:${'a1'.repeat(32)}`, `sha256:${'0f'.repeat(32)}`],
  [
    'unique ids',
    'id 6f9619ff-8b86-d011-b42d-00c04fc964ff',
    'id 00000000-0000-4000-8000-000000000000',
  ],
  ['addresses in memory', 'at 0x7ffd3a', 'at 0x1'],
  ['temporary files', 'open /tmp/build-x8Kd/a.log', 'open /tmp/zz/b.log'],
  ['temporary files of macOS', 'in /private/var/folders/zz/T/x now', 'in /var/folders/q1/T/y now'],
  ['versions', 'node v22.16.0', 'node v26.9.0'],
  ['percents', '10% done', '100% done'],
  ['what follows the text', 'end', 'end  '],
])('treats %s as equal', (_, one, other) => {
  expect(toLineKind(one)).toBe(toLineKind(other));
});

it.each([
  ['words', 'PASS a.test.ts', 'FAIL a.test.ts'],
  ['words of hex letters', 'the facade', 'the decade'],
  ['words after a number', '3 tests', '3 errors'],
  ['a word that starts like a unit', '5 modules', '5 mistakes'],
  ['names of months within words', 'marching 1', 'maybe 1'],
  ['other paths', '/srv/a.log', '/srv/b.log'],
  ['capitals', 'error', 'Error'],
  ['how far a line is in', '  at a', 'at a'],
])('distinguishes %s', (_, one, other) => {
  expect(toLineKind(one)).not.toBe(toLineKind(other));
});

it('takes time in proportion to the length of the line', () => {
  for (const piece of ['1', '1.', '1 ', '1m', 'a1', 'jan ', '/tmp/', '2026-11-22 ', '0x', 'f'])
    expect(toLineKind(piece.repeat(200_000)).length).toBeLessThan(1_000_000);
});
