import { expect, it } from 'vitest';
import { readFixture } from '../../../testing/read-fixture.ts';
import { readFrames } from './log-frames.ts';

it('reads frames that an earlier version stored', () => {
  expect(readFrames(readFixture('frames-6b82ee89', import.meta.url))).toEqual([
    { first_pos: 0, last_pos: 1, bytes: 68, from: 0, to: 63 },
    { first_pos: 2, last_pos: 2, bytes: 34, from: 63, to: 106 },
  ]);
});

it.each(['[[0,1,68]]', '{}', ''])('rejects frames that it cannot read: %s', (text) => {
  expect(() => readFrames(text)).toThrow('not readable');
});
