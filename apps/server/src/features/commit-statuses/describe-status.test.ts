import type { BuildEvent } from '@millrace/contract/vocabulary';
import { expect, it } from 'vitest';
import { changeContextOf, contextsOf, describeChange } from './describe-status.ts';

const drone = 'continuous-integration/drone';
const own = 'continuous-integration/millrace';

const target = 'release/1';
/** The contexts without and with a configured name. */
const contexts: [BuildEvent, string, string[], string[]][] = [
  ['push', '', [`${own}/push`], [`${drone}/push`]],
  ['pull_request', '', [`${own}/pr/release/1`], [`${drone}/pr`, `${drone}/pr/release/1`]],
  ['tag', '', [`${own}/tag`], [`${drone}/tag`]],
  ['promote', 'production', [`${own}/promote/production`], [drone]],
  ['promote', 'staging', [`${own}/promote/staging`], [drone]],
  ['rollback', 'production', [`${own}/rollback/production`], [drone]],
  ['custom', '', [`${own}/custom`], [drone]],
  ['cron', '', [`${own}/cron`], []],
  ['cron', 'production', [`${own}/cron`], []],
];

it.each(contexts)('names the status of %s %s', (event, deployTo, ownContexts, droneContexts) => {
  expect(contextsOf(null, { event, deployTo, target })).toEqual(ownContexts);
  expect(contextsOf(drone, { event, deployTo, target })).toEqual(droneContexts);
});

it('shortens names that are too long for forges, and keeps them different', () => {
  const shorten = (end: string) =>
    contextsOf(null, { event: 'pull_request', deployTo: '', target: `${'x'.repeat(300)}${end}` });
  expect(shorten('1')).toEqual([expect.stringMatching(/^.{255}$/)]);
  expect(shorten('1')).not.toEqual(shorten('2'));
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
