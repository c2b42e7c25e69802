import { StartError } from '@millrace/node-kit/start-error';
import { expect, it } from 'vitest';
import { RefusedCallError } from '../../command-line/call-server.ts';
import { formatOutcomes } from './format-changes.ts';
import type { Change } from './plan-changes.ts';
import type { Kind } from './resource.ts';
import { runChanges } from './run-changes.ts';

const create = (kind: Kind, ...path: string[]): Change => ({
  action: 'create',
  wanted: { kind, path, values: {}, secrets: {} },
  fields: [],
  secrets: [],
});

const changes = [
  create('organization', 'organizations', 'acme'),
  create('organization', 'organizations', 'other'),
  create('team', 'organizations', 'acme', 'teams', 'devs'),
  create('secret', 'organizations', 'other', 'secrets', 'npm'),
];

/** Runs the changes on a server that answers the one at `index` with an error. */
const run = (index: number, error: Error) =>
  runChanges(changes, async (change) => {
    if (change === changes[index]) throw error;
  });

const lineOf = async (...args: Parameters<typeof run>) => formatOutcomes(await run(...args));

it('goes on with what does not depend on a failed change', async () => {
  expect(await lineOf(0, new RefusedCallError(400, 'the name is taken'))).toBe(
    [
      'failed: organizations.acme: the name is taken',
      'not tried: organizations.acme.teams.devs',
      '2 done, 1 failed, 1 not tried. Run it again to continue.',
    ].join('\n'),
  );
});

it.each([
  ['the server does not answer', new StartError('no answer')],
  ['the token is revoked', new RefusedCallError(401, 'no answer')],
  ['the server is read-only', new RefusedCallError(503, 'no answer')],
])('stops if %s', async (_, error) => {
  expect(await lineOf(1, error)).toBe(
    [
      'failed: organizations.other: no answer',
      'not tried: organizations.acme.teams.devs',
      'not tried: organizations.other.secrets.npm',
      '1 done, 1 failed, 2 not tried. Run it again to continue.',
    ].join('\n'),
  );
});

it('counts changes that are all done', async () => {
  expect(formatOutcomes(await runChanges(changes, async () => {}))).toBe(
    '4 done, 0 failed, 0 not tried.',
  );
});
