import { expect, it } from 'vitest';
import { readFrames } from './log-frames.ts';

it('reads frames', () => {
  expect(readFrames('[[0, 1, 68, 63], [2, 2, 34, 43]]')).toEqual([
    { first_pos: 0, last_pos: 1, bytes: 68, from: 0, to: 63 },
    { first_pos: 2, last_pos: 2, bytes: 34, from: 63, to: 106 },
  ]);
});

it.each(['[[0,1,68]]', '{}', ''])('rejects frames that it cannot read: %s', (text) => {
  expect(() => readFrames(text)).toThrow('not readable');
});
