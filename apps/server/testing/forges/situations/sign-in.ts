import { sessionCookie } from '@millrace/contract/api';
import { BrowserVisit } from '@millrace/test-support/browser-visit';
import { describe, expect, it } from 'vitest';
import { password } from '../../test-server.ts';
import { ForgeServer } from '../forge-server.ts';
import type { Scene } from '../scene.ts';

export function describeSignIn(scene: Scene): void {
  describe('signing in', () => {
    it('makes an account with what the forge says of the person', async () => {
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

    it('makes those system admins who are named so', async () => {
      const boss = await scene.forge.signIn('boss');
      expect((await boss.call('GET', '/api/user')).body.admin).toBe(true);
    });

    it('leads on to the page that was asked for', async () => {
      const bob = await scene.forge.signIn('bob', '/login?return_to=%2Fada%2Fapp%2F7');
      expect(bob.url.pathname).toBe('/ada/app/7');
    });

    it('ends with what the forge says where the person refuses', async () => {
      const { testForge, forge } = scene;
      await testForge.addAccount('shy');
      const visit = new BrowserVisit();
      const asked = await visit.open(`${forge.url}/login`, { stopAt: testForge.url });
      const back = await testForge.refuse(visit, asked.url, 'shy');
      const end = await visit.open(back.href);
      expect(end.url.pathname).toBe('/login/error');
      expect(end.url.searchParams.get('message')).toBeTruthy();
      expect(visit.cookie(forge.url, sessionCookie)).toBeUndefined();
    });

    it('takes an answer once, and in the browser that began alone', async () => {
      const visit = new BrowserVisit();
      const back = await scene.forge.leadBack('ada', '/login', visit);
      const stranger = await new BrowserVisit().open(back.href);
      expect(stranger.url.pathname).toBe('/login/error');
      expect((await visit.open(back.href)).url.pathname).toBe('/');
      expect((await visit.open(back.href)).url.pathname).toBe('/login/error');
    });

    it('lets two tabs sign in side by side', async () => {
      const visit = new BrowserVisit();
      const first = await scene.forge.leadBack('ada', '/login?return_to=%2Ffirst', visit);
      const second = await scene.forge.leadBack('ada', '/login?return_to=%2Fsecond', visit);
      expect((await visit.open(first.href)).url.pathname).toBe('/first');
      expect((await visit.open(second.href)).url.pathname).toBe('/second');
    });

    it('keeps an account whose login changes at the forge', async () => {
      const { testForge, forge } = scene;
      await testForge.addAccount('maiden');
      const before = await (await forge.signIn('maiden')).call('GET', '/api/user');
      await testForge.renameAccount('maiden', 'married');
      const after = await (await forge.signIn('married')).call('GET', '/api/user');
      expect(after.body).toMatchObject({ id: before.body.id, login: 'married' });
    });

    it('gives a login to who has it at the forge now', async () => {
      const { testForge, forge } = scene;
      await testForge.addAccount('first');
      const first = await forge.signIn('first');
      await testForge.renameAccount('first', 'elder');
      await testForge.addAccount('first');
      const second = await forge.signIn('first');
      expect((await second.call('GET', '/api/user')).body.login).toBe('first');
      expect((await first.call('GET', '/api/user')).body.login).toBe('elder');
    });

    it('gives nobody the account of another by its name', async () => {
      const { testForge, forge } = scene;
      await forge.server.addUser('local');
      await testForge.addAccount('local');
      const person = await forge.signIn('local');
      expect(person.url.searchParams.get('message')).toContain('belongs to another account');
      expect(person.hasSession).toBe(false);
    });

    it('is the only way in where passwords are switched off', async () => {
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

    it('lets those register who are allowed to', async () => {
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
