import { type RepoRole, visibilities } from '@millrace/contract/vocabulary';
import { expect, it } from 'vitest';
import {
  effectiveRole,
  permissionsIn,
  permissionsOfRole,
  type RoleGrant,
  type ViewerKind,
} from './permissions.ts';

const short = (permissions: { read: boolean; write: boolean; admin: boolean }) =>
  `${permissions.read ? 'r' : '-'}${permissions.write ? 'w' : '-'}${permissions.admin ? 'a' : '-'}`;

/** Columns: private, public, internal. */
it.each<[ViewerKind, 'none' | 'read' | 'write' | 'admin', string[]]>([
  ['guest', 'none', ['---', 'r--', '---']],
  ['account', 'none', ['---', 'r--', 'r--']],
  ['account', 'read', ['r--', 'r--', 'r--']],
  ['account', 'write', ['rw-', 'rw-', 'rw-']],
  ['account', 'admin', ['rwa', 'rwa', 'rwa']],
  ['admin', 'none', ['rwa', 'rwa', 'rwa']],
])('%s with the role %s', (viewer, role, expected) => {
  const granted = role === 'none' ? undefined : permissionsOfRole(role);
  const actual = visibilities.map((visibility) => permissionsIn(visibility, viewer, granted));
  expect(actual.map(short)).toEqual(expected);
});

const team = (role: RepoRole): RoleGrant => ({ by: 'team', role });
const ownership: RoleGrant = { by: 'ownership' };

it.each<[RoleGrant[], RepoRole | undefined]>([
  [[], undefined],
  [[team('read')], 'read'],
  [[team('write')], 'write'],
  [[team('write'), team('read')], 'write'],
  [[team('read'), team('admin'), team('write')], 'admin'],
  [[ownership], 'admin'],
  [[team('read'), ownership], 'admin'],
])('the role of %j is %s', (grants, role) => {
  expect(effectiveRole(grants)).toBe(role);
});
