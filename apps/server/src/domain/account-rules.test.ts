import { expect, it } from 'vitest';
import { type AccountChange, refuseAccountChange } from './account-rules.ts';

const admin = { id: 1, isAdmin: true, isActive: true };
const other = { id: 2, isAdmin: true, isActive: true };
const member = { id: 3, isAdmin: false, isActive: true };
const remove: AccountChange = { kind: 'delete' };
const demote: AccountChange = { kind: 'update', admin: false };
const lock: AccountChange = { kind: 'update', active: false };
const promote: AccountChange = { kind: 'update', admin: true };

it.each([
  ['oneself', admin, remove, 2, true],
  ['oneself', admin, demote, 2, true],
  ['oneself', admin, lock, 2, true],
  ['oneself', admin, promote, 1, false],
  ['another admin', other, remove, 2, false],
  ['another admin', other, demote, 2, false],
  ['the last admin', other, remove, 1, true],
  ['the last admin', other, demote, 1, true],
  ['the last admin', other, lock, 1, true],
  ['a member', member, remove, 1, false],
  ['a member', member, promote, 1, false],
] as const)('%s: %o', (_, account, change, activeAdmins, isRefused) => {
  expect(refuseAccountChange(admin, account, change, activeAdmins) !== null).toBe(isRefused);
});
