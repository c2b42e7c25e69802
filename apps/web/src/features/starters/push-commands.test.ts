import { expect, it } from 'vitest';
import { isRepoName, pushCommands } from './push-commands.ts';

it('contains the account and the URL of the server', () => {
  const target = { server: 'https://example.com/ci', login: 'ada', namespace: 'ada', name: 'app' };
  expect(pushCommands(target).split('\n').slice(-2)).toEqual([
    'git remote add millrace https://ada@example.com/ci/git/ada/app.git',
    'git push -u millrace HEAD',
  ]);
});

it.each([
  ['my-app', true],
  ['a.b_c', true],
  ['', false],
  ['two words', false],
  ['..', false],
  ['app.git', false],
  ['a/b', false],
])('accepts %o as a name: %s', (name, isTaken) => {
  expect(isRepoName(name)).toBe(isTaken);
});
