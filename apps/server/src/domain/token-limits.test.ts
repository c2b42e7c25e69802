import { expect, it } from 'vitest';
import { limitPermissions, type TokenLimits } from './token-limits.ts';

const all = { read: true, write: true, admin: true };
const none = { read: false, write: false, admin: false };
const readOnly = { ...none, read: true };

it.each<[Pick<TokenLimits, 'scope' | 'repoId'>, typeof all, typeof all]>([
  [{ scope: 'read', repoId: null }, all, readOnly],
  [{ scope: 'write', repoId: null }, all, { ...all, admin: false }],
  [{ scope: 'admin', repoId: null }, all, all],
  [{ scope: 'admin', repoId: null }, readOnly, readOnly],
  [{ scope: 'admin', repoId: 7 }, all, all],
  [{ scope: 'admin', repoId: 8 }, all, none],
])('leaves of %j of the permissions %j: %j', (limits, permissions, remaining) => {
  expect(limitPermissions(permissions, limits, { id: 7 })).toEqual(remaining);
});
