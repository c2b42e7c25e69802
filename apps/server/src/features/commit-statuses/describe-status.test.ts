import type { BuildEvent } from '@millrace/contract/vocabulary';
import { expect, it } from 'vitest';
import { changeContextOf, contextOf, describeChange } from './describe-status.ts';

const drone = 'continuous-integration/drone';
const own = 'continuous-integration/millrace';

/** The context of Millrace, and that of existing servers. */
const contexts: [BuildEvent, string, string, string | null][] = [
  ['push', '', `${own}/push`, `${drone}/push`],
  ['pull_request', '', `${own}/pr`, `${drone}/pr`],
  ['tag', '', `${own}/tag`, `${drone}/tag`],
  ['promote', 'production', `${own}/promote/production`, drone],
  ['promote', 'staging', `${own}/promote/staging`, drone],
  ['rollback', 'production', `${own}/rollback/production`, drone],
  ['custom', '', `${own}/custom`, drone],
  ['cron', '', `${own}/cron`, null],
  ['cron', 'production', `${own}/cron`, null],
];

it.each(contexts)('names the status of %s %s', (event, deployTo, ownContext, droneContext) => {
  expect(contextOf(null, { event, deployTo })).toBe(ownContext);
  expect(contextOf(drone, { event, deployTo })).toBe(droneContext);
});

it('cuts names that are too long for forges', () => {
  const deployTo = 'x'.repeat(300);
  expect(contextOf(null, { event: 'promote', deployTo })).toHaveLength(255);
});

it('names the status of a changed pipeline file', () => {
  expect(changeContextOf(null)).toBe(`${own}/pipeline-file`);
  expect(changeContextOf(drone)).toBe(`${drone}/pipeline-file`);
});

it.each([
  [0, 0, 'No earlier build can be compared'],
  [0, 50, 'None of the last 50 builds would run differently'],
  [0, 1, 'The last build would not run differently'],
  [1, 1, 'The last build would run differently'],
  [3, 50, '3 of the last 50 builds would run differently'],
])('describes %s changed of %s builds', (changed, builds, text) => {
  expect(describeChange({ changed, builds })).toBe(text);
});
