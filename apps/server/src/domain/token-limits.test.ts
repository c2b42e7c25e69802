import { expect, it } from 'vitest';
import { limitPermissions, type TokenLimits } from './token-limits.ts';

const all = { read: true, write: true, admin: true };
const none = { read: false, write: false, admin: false };
const readOnly = { ...none, read: true };

it.each<[TokenLimits, typeof all, typeof all]>([
  [{ name: 'ci', scope: 'read', repoId: null }, all, readOnly],
  [{ name: 'ci', scope: 'write', repoId: null }, all, { ...all, admin: false }],
  [{ name: 'ci', scope: 'admin', repoId: null }, all, all],
  [{ name: 'ci', scope: 'admin', repoId: null }, readOnly, readOnly],
  [{ name: 'ci', scope: 'admin', repoId: 7 }, all, all],
  [{ name: 'ci', scope: 'admin', repoId: 8 }, all, none],
])('leaves of %j of the permissions %j: %j', (limits, permissions, left) => {
  expect(limitPermissions(permissions, limits, { id: 7 })).toEqual(left);
});
