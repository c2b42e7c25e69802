import { expect, it } from 'vitest';
import { isSameGroup } from './group-name.ts';

it.each([
  ['ldap', 'engineers', 'Engineers', true],
  ['ldap', 'engineers', 'engineers', true],
  ['oidc', 'Engineers', 'Engineers', true],
  ['oidc', 'engineers', 'Engineers', false],
  ['oidc', '/company/engineers', 'engineers', false],
] as const)('%s group %s is that named %s: %s', (provider, name, named, expected) => {
  expect(isSameGroup({ provider, name }, named)).toBe(expected);
});
