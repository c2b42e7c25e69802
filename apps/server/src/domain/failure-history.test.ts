import { expect, it } from 'vitest';
import { countFailures, failsSince } from './failure-history.ts';

/** Runs of the builds from number 9 down: `x` failed, `.` did not. */
const runs = (text: string) =>
  [...text].map((sign, at) => ({ build: 9 - at, hasFailed: sign === 'x' }));

it.each([
  ['no earlier build', '', 10, 0],
  ['the previous build succeeded', '.xx', 10, 0],
  ['one earlier failure', 'x.x', 9, 1],
  ['only failures', 'xxxxx', 5, 5],
  ['failures since a successful build', 'xxx..x', 7, 3],
])('%s', (_, text, since, buildsAgo) => {
  expect(failsSince(10, runs(text))).toEqual({ since, buildsAgo });
});

it('counts failures among the builds in which it ran', () => {
  expect(countFailures(runs('x..x.'))).toEqual({ failed: 2, of: 5 });
});
