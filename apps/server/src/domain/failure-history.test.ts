import { expect, it } from 'vitest';
import { countFailures, failsSince } from './failure-history.ts';

/** Runs of the builds from number 9 down: `x` failed, `.` did not. */
const runs = (text: string) =>
  [...text].map((sign, at) => ({ build: 9 - at, hasFailed: sign === 'x' }));

it.each([
  ['nothing was built before', '', 10, 0],
  ['the build before went well', '.xx', 10, 0],
  ['it failed once before', 'x.x', 9, 1],
  ['it failed all the time', 'xxxxx', 5, 5],
  ['it failed until a build that went well', 'xxx..x', 7, 3],
])('%s', (_, text, since, buildsAgo) => {
  expect(failsSince(10, runs(text))).toEqual({ since, buildsAgo });
});

it('counts failures among the builds in which it ran', () => {
  expect(countFailures(runs('x..x.'))).toEqual({ failed: 2, of: 5 });
});
