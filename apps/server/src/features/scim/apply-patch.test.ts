import { describe, expect, it } from 'vitest';
import { applyPatch } from './apply-patch.ts';
import type { PatchOperation } from './scim-schemas.ts';

const user = {
  userName: 'ada@example.com',
  externalId: 'e1',
  active: true,
  emails: [{ value: 'ada@example.com', type: 'work', primary: true }],
};
const group = { displayName: 'devs', members: [{ value: '1' }, { value: '2' }] };

const patch = (resource: Record<string, unknown>, ...operations: PatchOperation[]) =>
  applyPatch(resource, operations);

describe('a user', () => {
  it.each<[string, PatchOperation, object]>([
    ['Okta', { op: 'replace', value: { active: false } }, { active: false }],
    ['Entra ID', { op: 'replace', path: 'active', value: 'False' }, { active: 'False' }],
    ['Entra ID', { op: 'add', path: 'displayName', value: 'Ada' }, { displayName: 'Ada' }],
    [
      'Entra ID',
      { op: 'add', path: 'name.givenName', value: 'Ada' },
      { name: { givenName: 'Ada' } },
    ],
    [
      'Entra ID',
      { op: 'replace', value: { 'name.familyName': 'Lovelace', active: false } },
      { name: { familyName: 'Lovelace' }, active: false },
    ],
    [
      'Entra ID',
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'a@b.c' },
      { emails: [{ value: 'a@b.c', type: 'work', primary: true }] },
    ],
    [
      'Entra ID',
      { op: 'add', path: 'emails[type eq "home"].value', value: 'h@b.c' },
      { emails: [...user.emails, { type: 'home', value: 'h@b.c' }] },
    ],
    [
      'the whole name of an attribute',
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:userName', value: 'eve' },
      { userName: 'eve' },
    ],
    ['another case', { op: 'replace', path: 'USERNAME', value: 'eve' }, { userName: 'eve' }],
    [
      'an extension',
      {
        op: 'add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'x',
      },
      {},
    ],
  ])('%s: %j', (_, operation, changes) => {
    expect(patch(user, operation)).toEqual({ ...user, ...changes });
  });

  it('loses an attribute', () => {
    expect(patch(user, { op: 'remove', path: 'externalId' })).not.toHaveProperty('externalId');
  });

  it.each<PatchOperation>([
    { op: 'remove' },
    { op: 'replace', value: 'text' },
    { op: 'replace', path: 'emails[type co "w"]', value: 1 },
    { op: 'replace', path: 'a b', value: 1 },
  ])('rejects %j', (operation) => {
    expect(() => patch(user, operation)).toThrow();
  });
});

describe('the members of a group', () => {
  const membersAfter = (...operations: PatchOperation[]) =>
    patch(group, ...operations).members as unknown;

  it.each<[PatchOperation, string[]]>([
    [{ op: 'add', path: 'members', value: [{ value: '2' }, { value: '3' }] }, ['1', '2', '3']],
    [{ op: 'add', value: { members: [{ value: '3' }] } }, ['1', '2', '3']],
    [{ op: 'remove', path: 'members[value eq "1"]' }, ['2']],
    [{ op: 'remove', path: 'members', value: [{ value: '1' }] }, ['2']],
    [{ op: 'replace', path: 'members', value: [{ value: '9' }] }, ['9']],
  ])('%j', (operation, ids) => {
    expect(membersAfter(operation)).toEqual(ids.map((value) => ({ value })));
  });

  it('are all removed', () => {
    expect(membersAfter({ op: 'remove', path: 'members' })).toBeUndefined();
  });
});
