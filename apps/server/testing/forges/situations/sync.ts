import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../forge-server.ts';
import type { Scene } from '../scene.ts';

const read = { read: true, write: false, admin: false };

export function describeSync(scene: Scene): void {
  describe('sync', () => {
    let ada: Person;
    beforeAll(async () => {
      ada = await scene.forge.signIn('ada');
    });

    it('adds the accessible repositories with the permissions of the account', async () => {
      const { testForge } = scene;
      await testForge.addRepo('ada', 'own', { isPrivate: true });
      await testForge.addRepo('bob', 'read', { isPrivate: true });
      await testForge.addMember('bob/read', 'ada', 'read');
      await testForge.addRepo('bob', 'write');
      await testForge.addMember('bob/write', 'ada', 'write');
      await testForge.addRepo('bob', 'foreign', { isPrivate: true });
      const found = await ada.sync();
      expect(found).toMatchObject([
        {
          slug: 'ada/own',
          permissions: { read: true, write: true, admin: true },
          visibility: 'private',
          active: false,
          default_branch: 'main',
          link: `${testForge.url}/ada/own`,
          git_http_url: `${testForge.url}/ada/own.git`,
        },
        { slug: 'bob/read', permissions: read, visibility: 'private' },
        { slug: 'bob/write', permissions: { ...read, write: true }, visibility: 'public' },
      ]);
    });

    it('removes inaccessible repositories, and applies renames and visibility changes', async () => {
      const { testForge } = scene;
      await testForge.addRepo('bob', 'before', { isPrivate: true });
      await testForge.addMember('bob/before', 'ada', 'write');
      const before = (await ada.sync()).find(({ slug }) => slug === 'bob/before');
      await testForge.removeMember('bob/read', 'ada');
      await testForge.renameRepo('bob/before', 'after');
      await testForge.setPrivate('bob/after', false);
      const found = await ada.sync();
      expect(found.map(({ slug }) => slug)).toEqual(['ada/own', 'bob/after', 'bob/write']);
      expect(found[1]).toMatchObject({ id: before?.id, visibility: 'public' });
      expect((await ada.call('GET', '/api/repos/bob/read')).status).toBe(404);
    });

    it('assigns a reused name to the new repository', async () => {
      const { testForge } = scene;
      await testForge.addRepo('ada', 'reborn', { isPrivate: true });
      const old = (await ada.sync()).find(({ slug }) => slug === 'ada/reborn');
      await testForge.deleteRepo('ada/reborn');
      await testForge.addRepo('ada', 'reborn', { isPrivate: true });
      const found = (await ada.sync()).filter(({ slug }) => slug.startsWith('ada/reborn'));
      expect(found).toHaveLength(1);
      expect(found[0]?.id).not.toBe(old?.id);
      await testForge.deleteRepo('ada/reborn');
      expect((await ada.sync()).some(({ slug }) => slug === 'ada/reborn')).toBe(false);
    });

    it('refreshes the permissions of active accounts after an hour', async () => {
      const { testForge, forge } = scene;
      const { id } = (await ada.call('GET', '/api/user')).body;
      await testForge.addRepo('bob', 'late', { isPrivate: true });
      await testForge.addMember('bob/late', 'ada', 'read');
      await ada.call('GET', '/api/user');
      expect((await ada.call('GET', '/api/repos/bob/late')).status).toBe(404);
      await forge.server.core.userStore.update(id, { synced: 1 });
      await expect
        .poll(async () => (await ada.call('GET', '/api/repos/bob/late')).status)
        .toBe(200);
      await testForge.deleteRepo('bob/late');
    });

    it('keeps the secrets of a namespace with its owner after a rename', async () => {
      const { testForge, forge } = scene;
      const secret = { name: 'token', data: 'hush' };
      const namesIn = async (person: Person, namespace: string) =>
        (await person.call('GET', `/api/secrets/${namespace}`)).body.map(
          ({ name }: { name: string }) => name,
        );
      await testForge.addAccount('baker');
      await testForge.addRepo('baker', 'oven');
      const baker = await forge.signIn('baker');
      await baker.sync();
      expect((await baker.call('POST', '/api/secrets/baker', secret)).status).toBe(200);
      await testForge.renameAccount('baker', 'pastry');
      await testForge.addAccount('baker');
      await testForge.addRepo('baker', 'trap');
      const other = await forge.signIn('baker');
      await other.sync();
      expect(await namesIn(other, 'baker')).toEqual([]);
      const again = await forge.signIn('pastry');
      await again.sync();
      expect(await namesIn(again, 'pastry')).toEqual(['token']);
    });

    it('lists all repositories on the forge, also those that are not stored', async () => {
      await scene.testForge.addRepo('ada', 'unknown');
      const { body } = await ada.call('GET', '/api/user/remote/repos');
      const unknown = body.find(({ slug }: { slug: string }) => slug === 'ada/unknown');
      expect(unknown).toMatchObject({ id: 0, visibility: 'public' });
      await scene.testForge.deleteRepo('ada/unknown');
    });

    it('reads the role of the account in an organization', async () => {
      const boss = await scene.forge.signIn('boss', '/login');
      const secret = { name: 'token', data: 'hush' };
      const path = '/api/secrets/engines';
      expect((await boss.call('POST', path, secret)).status).toBe(200);
      expect((await ada.call('GET', path)).status).toBe(404);
      await scene.testForge.addOrganisation('workshop', 'ada');
      expect((await ada.call('POST', '/api/secrets/workshop', secret)).status).toBe(200);
    });
  });
}
