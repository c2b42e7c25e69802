import { describe, expect, it } from 'vitest';
import { baseLine, lineOf, lineOfRef } from './build-line.ts';

const main = 'refs/heads/main';
const base = { event: 'push', ref: main, cron: '', deployTo: '', parent: 0, after: 'a' } as const;

describe('the line of a build', () => {
  it.each([
    ['a push', {}, { ref: main, events: ['push'] }],
    ['the first build', { newest: undefined }, { ref: main, events: ['push'] }],
    ['a restart of the newest commit', { parent: 3, after: 'b' }, { ref: main, events: ['push'] }],
    ['a restart of an older commit', { parent: 3 }, { ref: main, events: ['push'], commit: 'a' }],
    [
      'a restart whose branch has no other build',
      { parent: 3, newest: undefined },
      { ref: main, events: ['push'] },
    ],
    ['a build started by hand', { event: 'custom' }, { ref: main, events: ['custom'] }],
    [
      'a cron job',
      { event: 'cron', cron: 'nightly' },
      { ref: main, cron: 'nightly', events: ['cron'] },
    ],
    [
      'a restart of an older commit by a cron job',
      { event: 'cron', cron: 'nightly', parent: 3 },
      { ref: main, cron: 'nightly', events: ['cron'], commit: 'a' },
    ],
    [
      'a promotion of an older commit',
      { event: 'promote', deployTo: 'production', parent: 3 },
      { deployTo: 'production', events: ['promote', 'rollback'] },
    ],
    [
      'a rollback',
      { event: 'rollback', deployTo: 'production', parent: 3 },
      { deployTo: 'production', events: ['promote', 'rollback'] },
    ],
    ['a tag', { event: 'tag', ref: 'refs/tags/v2' }, { events: ['tag'] }],
    [
      'a restart of an older tag',
      { event: 'tag', ref: 'refs/tags/v1', parent: 3 },
      { events: ['tag'], commit: 'a' },
    ],
    [
      'a pull request',
      { event: 'pull_request', ref: 'refs/pull/7/head' },
      { ref: 'refs/pull/7/head', events: ['pull_request'] },
    ],
    [
      'a restart of an older commit of a pull request',
      { event: 'pull_request', ref: 'refs/pull/7/head', parent: 3 },
      { ref: 'refs/pull/7/head', events: ['pull_request'], commit: 'a' },
    ],
  ] as const)('of %s', (_, facts, line) => {
    const { newest, ...build } = { newest: 'b', ...base, ...facts };
    expect(lineOf(build, newest)).toEqual(line);
  });
});

it('compares a pull request with the state of its target branch', () => {
  const own = { ref: 'refs/pull/7/head', events: ['pull_request' as const] };
  expect(baseLine({ event: 'pull_request', target: 'main' }, own)).toEqual({
    ref: main,
    events: ['push'],
  });
  expect(baseLine({ event: 'push', target: 'main' }, own)).toBe(own);
});

it.each([
  [main, 'push'],
  ['refs/tags/v1', 'tag'],
  ['refs/pull/7/head', 'pull_request'],
  ['refs/merge-requests/7/head', 'pull_request'],
  ['refs/other', 'push'],
])('the state of %s is that of its builds of the event %s', (ref, event) => {
  expect(lineOfRef(ref)).toEqual({ ref, events: [event] });
});
