import type { RepoRole } from '@millrace/contract/vocabulary';
import { expect, it } from 'vitest';
import { serverOfFile } from '../../testing/server-of-file.ts';
import { newRepo } from './new-repo.ts';
import { RepoRoleStore } from './repo-role-store.ts';

const server = await serverOfFile();
const { id: userId } = await server.addUser('ada');
const made = { uid: '1', namespace: 'acme', name: 'app', ownerId: 1, forge: 'builtin' };
const { id: repoId } = await server.core.repos.insert(newRepo({ ...made, active: true }, 1));
const store = new RepoRoleStore(server.core.db);

const team = (role: RepoRole | undefined) => store.replaceTeamRoles([userId], [repoId], () => role);
const read = async () => {
  const [row] = await server.core.repos.listCollaborators(repoId);
  if (!row) return 'none';
  const { write, admin } = row.permissions;
  return admin ? 'admin' : write ? 'write' : 'read';
};

it('keeps the granted role and that of teams apart, and uses the higher one', async () => {
  await store.grant(userId, repoId, 'read');
  await team('write');
  expect(await read()).toBe('write');
  await store.grant(userId, repoId, 'admin');
  expect(await read()).toBe('admin');
  await store.grant(userId, repoId, 'read');
  expect(await read()).toBe('write');
  expect(await store.revoke(userId, repoId)).toBe(true);
  expect(await store.revoke(userId, repoId)).toBe(false);
  expect(await read()).toBe('write');
  expect(await team(undefined)).toHaveLength(1);
  expect(await read()).toBe('none');
});

it('takes the permissions in rows of earlier servers as granted', async () => {
  const row = { user_id: userId, repo_id: repoId, read: 1, write: 1, admin: 0 };
  await server.core.db.insertInto('repo_permissions').values(row).execute();
  await team('admin');
  expect(await read()).toBe('admin');
  await team('read');
  expect(await read()).toBe('write');
  await team(undefined);
  expect(await read()).toBe('write');
  expect(await store.revoke(userId, repoId)).toBe(true);
  expect(await read()).toBe('none');
});
