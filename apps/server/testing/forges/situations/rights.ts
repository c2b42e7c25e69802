import { beforeAll, describe, expect, it } from 'vitest';
import { ForgeServer, type Person } from '../forge-server.ts';
import type { Scene } from '../scene.ts';

/** Runs the background checks as if the last ones were hours ago. */
async function checkAll({ server }: ForgeServer): Promise<void> {
  const { db } = server.core;
  for (const table of ['forge_identities', 'repos'] as const) {
    await db.updateTable(table).set({ checked: 0 }).execute();
  }
  // Each run checks a share of the accounts.
  for (let minute = 0; minute < 15; minute++) {
    await server.runJob('checkAccounts');
    await server.runJob('checkRepos');
  }
}

export function describeRights(scene: Scene): void {
  describe('rights of an account', () => {
    let boss: Person;
    beforeAll(async () => {
      boss = await scene.forge.signIn('boss');
    });

    const join = async (login: string, forge = scene.forge) => {
      const person = await forge.signIn(login);
      await person.sync();
      const { body } = await person.call('POST', '/api/user/token');
      const callWithToken = async () => {
        const headers = { authorization: `Bearer ${body.token}` };
        return (await fetch(`${forge.url}/api/user/repos`, { headers })).status;
      };
      const readRights = async () => ({
        session: (await person.call('GET', '/api/user')).status,
        token: await callWithToken(),
      });
      return { person, readRights };
    };
    const all = { session: 200, token: 200 };
    const none = { session: 401, token: 401 };
    const readEnd = async (login: string) => {
      const { body } = await boss.call('GET', '/api/users');
      return body.find((user: { login: string }) => user.login === login)?.access_ended;
    };

    const ways = [
      ['is blocked', 'blocked', (login: string) => scene.testForge.setBlocked(login, true)],
      ['is deleted', 'deleted', (login: string) => scene.testForge.deleteAccount(login)],
    ] as const;

    it.each(ways)('end at once when a call finds that the account %s', async (_, name, end) => {
      await scene.testForge.addAccount(`${name}-seen`);
      const { person, readRights } = await join(`${name}-seen`);
      expect(await readRights()).toEqual(all);
      await end(`${name}-seen`);
      expect((await person.call('GET', '/api/user/remote/repos')).status).toBe(409);
      expect(await readRights()).toEqual(none);
      expect(await readEnd(`${name}-seen`)).toMatchObject({
        reason: expect.stringMatching(/^(blocked|revoked)$/),
        since: expect.any(Number),
        detail: expect.stringMatching(/\S/),
      });
    });

    it.each(ways)('end by the background check after the account %s', async (_, name, end) => {
      await scene.testForge.addAccount(`${name}-idle`);
      const { readRights } = await join(`${name}-idle`);
      await checkAll(scene.forge);
      expect(await readRights()).toEqual(all);
      await end(`${name}-idle`);
      await checkAll(scene.forge);
      expect(await readRights()).toEqual(none);
    });

    it('return when the forge accepts the account again', async () => {
      await scene.testForge.addAccount('released');
      const { readRights } = await join('released');
      await scene.testForge.setBlocked('released', true);
      await checkAll(scene.forge);
      expect(await readRights()).toEqual(none);
      await scene.testForge.setBlocked('released', false);
      await checkAll(scene.forge);
      expect(await readRights()).toEqual({ ...none, token: 200 });
      expect(await readEnd('released')).toBeUndefined();
      expect((await scene.forge.signIn('released')).hasSession).toBe(true);
    });

    it('remain while the forge is not available', async () => {
      const { readRights } = await join('bob');
      await scene.testForge.pause();
      await checkAll(scene.forge);
      await scene.testForge.resume();
      expect(await readRights()).toEqual(all);
    });

    it('end when the account leaves the allowed organization', async () => {
      const { testForge } = scene;
      for (const login of ['sailor', 'guest']) await testForge.addAccount(login);
      await testForge.setMember('engines', 'sailor', true);
      const env = { MILLRACE_ALLOWED: 'org:engines' };
      const closed = await ForgeServer.start(testForge, env);
      try {
        const closedBoss = await closed.signIn('boss');
        await closedBoss.call('POST', '/api/users', { login: 'guest' });
        const sailor = await join('sailor', closed);
        const guest = await join('guest', closed);
        await checkAll(closed);
        expect(await sailor.readRights()).toEqual(all);
        await testForge.setMember('engines', 'sailor', false);
        await checkAll(closed);
        expect(await sailor.readRights()).toEqual(none);
        // An admin invited this account by name.
        expect(await guest.readRights()).toEqual(all);
        const again = await closed.signIn('sailor');
        expect(again.url.searchParams.get('message')).toBe(
          'sailor is not allowed to have an account on this server',
        );
        await testForge.setMember('engines', 'sailor', true);
        const back = await join('sailor', closed);
        await testForge.setMember('engines', 'sailor', false);
        expect((await back.person.call('POST', '/api/user/repos')).status).toBe(403);
        expect(await back.readRights()).toEqual(none);
        const { person } = await join('guest', closed);
        expect((await person.call('POST', '/api/user/repos')).status).toBe(200);
      } finally {
        await closed.stop();
      }
    });
  });

  describe('active repository without deliveries', () => {
    const slug = 'ada/watched';
    let ada: Person;
    const read = async () => (await ada.call('GET', `/api/repos/${slug}`)).body;
    // Some forges have no webhook event for the following changes, so deliveries are ignored here.
    const ignoreDeliveries = async (slug: string) => {
      const { db, repos } = scene.forge.server.core;
      const repo = await repos.findBySlug(slug);
      await db
        .deleteFrom('repo_hooks')
        .where('repo_id', '=', repo?.id ?? 0)
        .execute();
    };
    beforeAll(async () => {
      ada = await scene.forge.signIn('ada');
      await scene.testForge.addRepo('ada', 'watched');
      await ada.sync();
      await ada.call('POST', `/api/repos/${slug}`);
      await ignoreDeliveries(slug);
    });

    it('becomes private within an hour after it does on the forge', async () => {
      expect(await read()).toMatchObject({ active: true, visibility: 'public' });
      await scene.testForge.setPrivate(slug, true);
      await checkAll(scene.forge);
      expect(await read()).toMatchObject({ active: true, visibility: 'private' });
      await scene.testForge.setPrivate(slug, false);
      await checkAll(scene.forge);
      expect(await read()).toMatchObject({ active: true, visibility: 'public' });
    });

    it('becomes inactive and private when it is deleted', async () => {
      await scene.testForge.deleteRepo(slug);
      await checkAll(scene.forge);
      await checkAll(scene.forge);
      const repo = await scene.forge.server.core.repos.findBySlug(slug);
      expect(repo).toMatchObject({ active: false, visibility: 'private' });
    });

    it.each(['repair', 'builds?branch=main'])(
      'becomes private at once if a person learns that it is deleted, from %s',
      async (call) => {
        const name = call.slice(0, 6);
        await scene.testForge.addRepo('ada', name);
        await ada.sync();
        await ada.call('POST', `/api/repos/ada/${name}`);
        await ignoreDeliveries(`ada/${name}`);
        await scene.testForge.deleteRepo(`ada/${name}`);
        const { status } = await ada.call('POST', `/api/repos/ada/${name}/${call}`);
        expect(status).toBe(404);
        const repo = await scene.forge.server.core.repos.findBySlug(`ada/${name}`);
        expect(repo).toMatchObject({ visibility: 'private' });
      },
    );

    it('stays unchanged while the forge is not available', async () => {
      const { repos } = scene.forge.server.core;
      await scene.testForge.addRepo('ada', 'steady');
      await ada.sync();
      await ada.call('POST', '/api/repos/ada/steady');
      await scene.testForge.pause();
      await checkAll(scene.forge);
      await checkAll(scene.forge);
      await scene.testForge.resume();
      const steady = await repos.findBySlug('ada/steady');
      expect(steady).toMatchObject({ active: true, visibility: 'public' });
    });
  });
}
