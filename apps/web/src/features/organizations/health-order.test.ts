import type { RepoHealth } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { type HealthOrder, readOrder, sortHealth } from './health-order.ts';

const repo = (slug: string, more: Partial<RepoHealth> = {}): RepoHealth => ({
  slug,
  finished: 10,
  recovered: 0,
  running: 0,
  waiting: 0,
  ...more,
});
const failing = (slug: string, since?: number) =>
  repo(slug, {
    branch: {
      slug,
      branch: 'main',
      number: 9,
      event: 'push',
      status: 'failure',
      result: 'failure',
    },
    ...(since === undefined ? {} : { failing_since_time: since }),
  });
const repos = [
  repo('a', { median: 10 }),
  failing('b', 500),
  repo('c', { median: 90, recovered: 1 }),
  failing('d', 100),
  repo('e', { recovered: 3, running: 1, waiting: 4 }),
  failing('f'),
  repo('g', { finished: 0, waiting: 1 }),
];

it.each<[HealthOrder, string]>([
  ['red', 'fdbaceg'],
  ['slow', 'cabdefg'],
  ['flaky', 'ecabdfg'],
  ['queue', 'egabcdf'],
  ['name', 'abcdefg'],
])('sorts by %s', (order, expected) => {
  expect(
    sortHealth(repos, order)
      .map(({ slug }) => slug)
      .join(''),
  ).toBe(expected);
});

it('reads the order of an address', () => {
  expect([readOrder('slow'), readOrder('wild'), readOrder(null)]).toEqual(['slow', 'red', 'red']);
});
