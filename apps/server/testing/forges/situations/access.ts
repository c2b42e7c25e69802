import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../forge-server.ts';
import type { Scene } from '../scene.ts';

export function describeAccess(scene: Scene): void {
  describe('access tokens of the forge', () => {
    let ada: Person;
    beforeAll(async () => {
      ada = await scene.forge.signIn('ada');
    });

    it('are refreshed before they expire, once for concurrent calls', async () => {
      await scene.forge.expireAccess('ada');
      const found = await Promise.all(
        Array.from({ length: 5 }, () => ada.call('GET', '/api/user/remote/repos')),
      );
      expect(found.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const { refresh, expires } = await scene.forge.readAccess('ada');
      if (refresh) expect(expires).toBeGreaterThan(1);
    });

    it('require another sign-in after they were revoked', async () => {
      const { testForge, forge } = scene;
      await testForge.addAccount('leaver');
      const leaver = await forge.signIn('leaver');
      await leaver.sync();
      await testForge.revoke('leaver');
      await forge.expireAccess('leaver');
      const refused = await leaver.call('GET', '/api/user/remote/repos');
      expect(refused.status).toBe(409);
      expect((await leaver.call('GET', '/api/user')).status).toBe(401);
      const again = await forge.signIn('leaver');
      expect((await again.call('GET', '/api/user/remote/repos')).status).toBe(200);
    });

    it('do not affect machine users and personal tokens', async () => {
      const boss = await scene.forge.signIn('boss');
      const made = await boss.call('POST', '/api/users', { login: 'robot', machine: true });
      const headers = { authorization: `Bearer ${made.body.token}` };
      const answer = await fetch(`${scene.forge.url}/api/user`, { headers });
      expect(await answer.json()).toMatchObject({ login: 'robot', machine: true });
      const { body } = await ada.call('POST', '/api/user/token');
      const own = { authorization: `Bearer ${body.token}` };
      const withSession = await fetch(`${scene.forge.url}/api/user/repos`, { headers: own });
      expect(withSession.status).toBe(200);
    });

    it('are encrypted in the database', async () => {
      const { access } = await scene.forge.readAccess('ada');
      expect(access.length).toBeGreaterThan(10);
      const rows = await scene.forge.server.core.db
        .selectFrom('forge_identities')
        .selectAll()
        .execute();
      expect(JSON.stringify(rows)).not.toContain(access);
    });
  });
}
