import { visibilities } from '@millrace/contract/vocabulary';
import { expect, it } from 'vitest';
import { permissionsIn, permissionsOfRole, type ViewerKind } from './permissions.ts';

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
