import type { Build } from '@millrace/contract/api';
import { sampleBuild, sampleRepo } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import { updateRepoList } from './repo-live-update.ts';

const listed = (build?: Partial<Build>) => [
  sampleRepo({ slug: 'octo/other' }),
  sampleRepo({
    permissions: { read: true, write: true, admin: false },
    ...(build && { build: sampleBuild(build) }),
  }),
];
const event = (build: Partial<Build>) => ({ ...sampleRepo(), build: sampleBuild(build) });

test.each([
  ['has no build', undefined, { number: 1 }, true],
  ['has an older build', { number: 1 }, { number: 2 }, true],
  ['has an older state of the build', { number: 2, version: 1 }, { number: 2, version: 2 }, true],
  ['has the same state', { number: 2, version: 2 }, { number: 2, version: 2 }, true],
  ['has a newer state of the build', { number: 2, version: 3 }, { number: 2, version: 2 }, false],
  ['has a newer build', { number: 3 }, { number: 2, version: 9 }, false],
])('updates an entry that %s only if the event is newer', (_, before, after, isReplaced) => {
  const repos = listed(before);
  const updated = updateRepoList(repos, event(after));
  expect(updated !== repos).toBe(isReplaced);
  if (isReplaced) expect(updated[1]?.build).toMatchObject(after);
  expect(updated[1]?.permissions?.write).toBe(true);
});

test('does not add repositories to the list', () => {
  const repos = [sampleRepo({ slug: 'octo/other' })];
  expect(updateRepoList(repos, event({ number: 1 }))).toBe(repos);
});
