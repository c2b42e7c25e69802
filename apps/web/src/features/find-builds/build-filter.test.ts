import { sampleBuild, sampleStage } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import { type BuildFilter, isFound, readFilter, toQuery, writeFilter } from './build-filter.ts';

test('reads and writes the filter in the URL, and keeps other parameters', () => {
  const search = new URLSearchParams('status=failure&q=fix+it&branch=&other=1');
  const filter = readFilter(search);
  expect(filter).toEqual({ status: 'failure', q: 'fix it' });
  const next = writeFilter(search, { ...filter, status: '', author: 'ada' });
  expect(readFilter(next)).toEqual({ q: 'fix it', author: 'ada' });
  expect(next.get('other')).toBe('1');
});

test("days start at midnight in the viewer's time zone", () => {
  const midnight = String(new Date(2026, 0, 31).getTime() / 1000);
  expect(toQuery({ after: '2026-01-31', cron: 'nightly' })).toEqual({
    after: midnight,
    cron: 'nightly',
  });
  expect(toQuery({ before: 'never' })).toEqual({ before: 'never' });
});

const found = {
  slug: 'octo/hello',
  build: sampleBuild({
    status: 'failure',
    event: 'promote',
    target: 'main',
    author_login: 'ada',
    deploy_to: 'production',
    cron: 'nightly',
    after: 'c0ffee11',
    message: 'Fix the login',
    created: new Date(2026, 0, 10, 12).getTime() / 1000,
  }),
};

test.each<[BuildFilter, boolean]>([
  [{}, true],
  [{ status: 'failure' }, true],
  [{ status: 'success' }, false],
  [{ event: 'promote', branch: 'main', author: 'ada' }, true],
  [{ branch: 'dev' }, false],
  [{ event: 'push' }, false],
  [{ author: 'bob' }, false],
  [{ target: 'production' }, true],
  [{ target: 'staging' }, false],
  [{ cron: 'weekly' }, false],
  [{ repo: 'octo/hello' }, true],
  [{ repo: 'octo/other' }, false],
  [{ after: '2026-01-10', before: '2026-01-11' }, true],
  [{ after: '2026-01-11' }, false],
  [{ before: '2026-01-10' }, false],
  [{ q: 'LOG fi' }, true],
  [{ q: 'c0ff' }, true],
  [{ q: 'logout' }, false],
  [{ q: '%' }, false],
  [{ q: 'login', status: 'success' }, false],
  [{ failure: 'econnrefused' }, true],
])('%j matches: %s', (filter, isMatch) => {
  expect(isFound(found, filter)).toBe(isMatch);
});

test.each<[string, boolean]>([
  ['blocked', true],
  ['running', false],
])('a running build with a stage that waits for approval is found by %s: %s', (status, isMatch) => {
  const stages = [sampleStage({ status: 'blocked' })];
  const build = sampleBuild({ status: 'running', stages });
  expect(isFound({ slug: 'octo/hello', build }, { status })).toBe(isMatch);
});
