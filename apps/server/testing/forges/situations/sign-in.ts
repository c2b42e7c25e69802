import { sessionCookie } from '@millrace/contract/api';
import { BrowserVisit } from '@millrace/test-support/browser-visit';
import { describe, expect, it } from 'vitest';
import { password } from '../../test-server.ts';
import { ForgeServer } from '../forge-server.ts';
import type { Scene } from '../scene.ts';

export function describeSignIn(scene: Scene): void {
  describe('sign-in', () => {
    it('creates an account with the data of the forge', async () => {
      const ada = await scene.forge.signIn('ada');
      expect(ada.url.pathname).toBe('/');
      expect((await ada.call('GET', '/api/user')).body).toMatchObject({
        login: 'ada',
        email: 'ada@example.com',
        admin: false,
        machine: false,
        active: true,
        avatar: expect.stringMatching(/^https?:/),
      });
    });

    it('makes configured accounts system admins', async () => {
      const boss = await scene.forge.signIn('boss');
      expect((await boss.call('GET', '/api/user')).body.admin).toBe(true);
    });

    it('returns to the requested page', async () => {
      const bob = await scene.forge.signIn('bob', '/login?return_to=%2Fada%2Fapp%2F7');
      expect(bob.url.pathname).toBe('/ada/app/7');
    });

    it('shows the message of the forge if the person denies access', async () => {
      const { testForge, forge } = scene;
      await testForge.addAccount('shy');
      const visit = new BrowserVisit();
      const page = await visit.open(`${forge.url}/login`, { stopAt: testForge.url });
      const back = await testForge.refuse(visit, page.url, 'shy');
      const end = await visit.open(back.href);
      expect(end.url.pathname).toBe('/login/error');
      expect(end.url.searchParams.get('message')).toBeTruthy();
      expect(visit.cookie(forge.url, sessionCookie)).toBeUndefined();
    });

    it('accepts a response once, and only in the browser that started the sign-in', async () => {
      const visit = new BrowserVisit();
      const back = await scene.forge.completeRedirect('ada', '/login', visit);
      const stranger = await new BrowserVisit().open(back.href);
      expect(stranger.url.pathname).toBe('/login/error');
      expect((await visit.open(back.href)).url.pathname).toBe('/');
      expect((await visit.open(back.href)).url.pathname).toBe('/login/error');
    });

    it('works in two tabs at the same time', async () => {
      const visit = new BrowserVisit();
      const first = await scene.forge.completeRedirect('ada', '/login?return_to=%2Ffirst', visit);
      const second = await scene.forge.completeRedirect('ada', '/login?return_to=%2Fsecond', visit);
      expect((await visit.open(first.href)).url.pathname).toBe('/first');
      expect((await visit.open(second.href)).url.pathname).toBe('/second');
    });

    it('keeps an account whose login changes on the forge', async () => {
      const { testForge, forge } = scene;
      await testForge.addAccount('maiden');
      const before = await (await forge.signIn('maiden')).call('GET', '/api/user');
      await testForge.renameAccount('maiden', 'married');
      const after = await (await forge.signIn('married')).call('GET', '/api/user');
      expect(after.body).toMatchObject({ id: before.body.id, login: 'married' });
    });

    it('assigns a reused login to its current owner on the forge', async () => {
      const { testForge, forge } = scene;
      await testForge.addAccount('first');
      const first = await forge.signIn('first');
      await testForge.renameAccount('first', 'elder');
      await testForge.addAccount('first');
      const second = await forge.signIn('first');
      expect((await second.call('GET', '/api/user')).body.login).toBe('first');
      expect((await first.call('GET', '/api/user')).body.login).toBe('elder');
    });

    it('does not sign in to an existing account with the same login', async () => {
      const { testForge, forge } = scene;
      await forge.server.addUser('local');
      await testForge.addAccount('local');
      const person = await forge.signIn('local');
      expect(person.url.searchParams.get('message')).toContain('belongs to another account');
      expect(person.hasSession).toBe(false);
    });

    it('is the only way to sign in if passwords are disabled', async () => {
      const env = { MILLRACE_PASSWORD_SIGN_IN: 'off' };
      const closed = await ForgeServer.start(scene.testForge, env);
      try {
        await closed.server.addUser('local', { admin: true });
        const form = { username: 'local', password };
        const visit = new BrowserVisit();
        const end = await visit.open(`${closed.url}/login`, { form });
        expect(end.url.searchParams.get('message')).toBe('Sign-in with a password is switched off');
        expect(visit.cookie(closed.url, sessionCookie)).toBeUndefined();
        const page = await visit.open(`${closed.url}/login/form`, { stopAt: scene.testForge.url });
        expect(page.url.href.startsWith(scene.testForge.url)).toBe(true);
        const boss = await closed.signIn('boss');
        expect((await boss.call('GET', '/api/user')).body.admin).toBe(true);
      } finally {
        await closed.stop();
      }
    });

    it('creates accounts only for allowed logins and organizations', async () => {
      const { testForge } = scene;
      const env = { MILLRACE_ALLOWED: 'ada, org:engines' };
      const closed = await ForgeServer.start(testForge, env);
      try {
        expect((await closed.signIn('ada')).hasSession).toBe(true);
        expect((await closed.signIn('boss')).hasSession).toBe(true);
        const bob = await closed.signIn('bob');
        expect(bob.url.searchParams.get('message')).toBe(
          'bob is not allowed to have an account on this server',
        );
        expect(bob.hasSession).toBe(false);
      } finally {
        await closed.stop();
      }
    });
  });
}
