import { expect, it } from 'vitest';
import { gitTrust } from './git-trust.ts';

it.each([
  [
    undefined,
    { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' },
  ],
  ['2', { GIT_CONFIG_COUNT: '3', GIT_CONFIG_KEY_2: 'safe.directory', GIT_CONFIG_VALUE_2: '*' }],
  ['many', {}],
])('adds an entry to %s of the step', (count, expected) => {
  expect(gitTrust({ GIT_CONFIG_COUNT: count })).toEqual(expected);
});
