import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserVisit } from '../../testing/browser-visit.ts';
import { ForgeServer, type Person } from './forge-server.ts';
import type { ForgeStand } from './forge-stand.ts';

const pipeline = (commands = 'true') => `kind: pipeline
type: exec
name: default
clone: { disable: true }
steps:
  - { name: work, commands: [ ${commands} ] }
`;

/** What every forge has to do, played against a stand. */
export function describeForge(name: string, start: () => Promise<ForgeStand>): void {
  describe(name, () => {
    let stand: ForgeStand;
    let forge: ForgeServer;
    let ada: Person;
    beforeAll(async () => {
      stand = await start();
      for (const login of ['ada', 'bob', 'boss']) await stand.addAccount(login);
      await stand.addOrganisation('engines', 'boss');
      forge = await ForgeServer.start(stand);
      ada = await forge.signIn('ada');
    });
    afterAll(async () => {
      await forge?.stop();
      await stand?.stop();
    });

    describe('signing in', () => {
      it('makes an account with what the forge says of the person', async () => {
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
        const boss = await forge.signIn('boss');
        expect((await boss.call('GET', '/api/user')).body.admin).toBe(true);
      });

      it('leads on to the page that was asked for', async () => {
        const person = await forge.signIn('bob', '/login?return_to=%2Fada%2Fapp%2F7');
        expect(person.url.pathname).toBe('/ada/app/7');
      });

      it('ends with what the forge says where the person refuses', async () => {
        await stand.addAccount('shy');
        const visit = new BrowserVisit();
        const asked = await visit.open(`${forge.url}/login`, { stopAt: stand.url });
        const back = await stand.refuse(visit, asked.url, 'shy');
        const end = await visit.open(back.href);
        expect(end.url.pathname).toBe('/login/error');
        expect(end.url.searchParams.get('message')).toBeTruthy();
        expect(visit.cookie(forge.url, '_session_')).toBeUndefined();
      });

      it('takes an answer once, and in the browser that began alone', async () => {
        const visit = new BrowserVisit();
        const back = await forge.leadBack('ada', '/login', visit);
        const stranger = await new BrowserVisit().open(back.href);
        expect(stranger.url.pathname).toBe('/login/error');
        expect((await visit.open(back.href)).url.pathname).toBe('/');
        expect((await visit.open(back.href)).url.pathname).toBe('/login/error');
      });
    });

    describe('synchronising', () => {
      it('brings what the account reaches, with what it may do there', async () => {
        await stand.addRepo('ada', 'own', { isPrivate: true });
        await stand.addRepo('bob', 'read', { isPrivate: true });
        await stand.addMember('bob/read', 'ada', 'read');
        await stand.addRepo('bob', 'write');
        await stand.addMember('bob/write', 'ada', 'write');
        await stand.addRepo('bob', 'foreign', { isPrivate: true });
        const found = await ada.sync();
        const read = { read: true, write: false, admin: false };
        expect(found.map(({ slug, permissions }) => [slug, permissions])).toEqual([
          ['ada/own', { read: true, write: true, admin: true }],
          ['bob/read', read],
          ['bob/write', { ...read, write: true }],
        ]);
        expect(found.map((repo) => repo)).toMatchObject([
          { visibility: 'private', active: false },
          { visibility: 'private' },
          { visibility: 'public' },
        ]);
      });

      it('takes away what was lost, and follows a name and a visibility', async () => {
        await stand.addRepo('bob', 'before', { isPrivate: true });
        await stand.addMember('bob/before', 'ada', 'write');
        const [before] = (await ada.sync()).filter(({ slug }) => slug === 'bob/before');
        await stand.removeMember('bob/read', 'ada');
        await stand.renameRepo('bob/before', 'after');
        await stand.setPrivate('bob/after', false);
        const found = await ada.sync();
        expect(found.map(({ slug }) => slug)).toEqual(['ada/own', 'bob/after', 'bob/write']);
        expect(found[1]).toMatchObject({
          id: (before as { id?: number })?.id,
          visibility: 'public',
        });
        expect((await ada.call('GET', '/api/repos/bob/read')).status).toBe(404);
      });
    });

    describe('an active repository', () => {
      const slug = 'ada/app';
      const buildsWith = async (field: string, value: unknown, count = 1) => {
        await expect
          .poll(
            async () =>
              (await ada.listBuilds(slug)).filter((build: never) => build[field] === value).length,
          )
          .toBe(count);
        const builds = await ada.listBuilds(slug);
        return builds.filter((build: never) => build[field] === value);
      };
      beforeAll(async () => {
        await stand.addRepo('ada', 'app', { isPrivate: true });
        await ada.sync();
      });

      it('has one hook while it is active', async () => {
        const hook = `${forge.url}/hook`;
        expect(await stand.listHooks(slug)).toEqual([]);
        const path = `/api/repos/${slug}`;
        expect((await ada.call('POST', path)).body).toMatchObject({ active: true });
        expect(await stand.listHooks(slug)).toEqual([hook]);
        await ada.call('POST', `${path}/repair`);
        expect(await stand.listHooks(slug)).toEqual([hook]);
        await ada.call('DELETE', path);
        expect(await stand.listHooks(slug)).toEqual([]);
        await ada.call('POST', path);
        expect(await stand.listHooks(slug)).toEqual([hook]);
      });

      it('builds what is pushed, in the name of who pushed', async () => {
        const files = { '.drone.yml': pipeline() };
        const sha = await stand.push('ada', slug, 'main', files, 'First\n\nwith a body');
        const [build] = await buildsWith('after', sha);
        expect(build).toMatchObject({
          event: 'push',
          status: 'pending',
          trigger: '@hook',
          sender: 'ada',
          author_login: 'ada',
          author_avatar: expect.stringMatching(/^https?:/),
          title: 'First',
          message: 'First\n\nwith a body',
          ref: 'refs/heads/main',
          source: 'main',
          target: 'main',
          link: expect.stringContaining(sha),
        });
        await expect
          .poll(() => stand.listStatuses(slug, sha))
          .toMatchObject([
            {
              context: 'continuous-integration/millrace/push',
              description: 'Build is pending',
              url: `${forge.url}/${slug}/${build.number}`,
            },
          ]);
      });

      it('builds a tag, and none for a branch that goes', async () => {
        await stand.pushTag('ada', slug, 'v1.0');
        const [build] = await buildsWith('event', 'tag');
        expect(build).toMatchObject({ ref: 'refs/tags/v1.0', target: 'v1.0' });
        await stand.push('ada', slug, 'gone', { a: '1' }, 'On a branch');
        await buildsWith('target', 'gone');
        await stand.deleteBranch('ada', slug, 'gone');
        await expect
          .poll(async () =>
            (await ada.call('GET', `/api/repos/${slug}/builds/branches`)).body.map(
              ({ target }: { target: string }) => target,
            ),
          )
          .toEqual(['main']);
      });

      it('builds a pull request with each push to it', async () => {
        await stand.push('ada', slug, 'feature', { b: '1' }, 'Feature');
        const number = await stand.openPullRequest('ada', slug, {
          from: slug,
          branch: 'feature',
          title: 'Add a feature',
        });
        const [opened] = await buildsWith('event', 'pull_request');
        expect(opened).toMatchObject({
          action: 'opened',
          sender: 'ada',
          title: 'Add a feature',
          source: 'feature',
          target: 'main',
          source_repo: slug,
          link: expect.stringContaining(`/${number}`),
          ref: expect.stringMatching(new RegExp(`^refs/[a-z-]+/${number}/`)),
        });
        const sha = await stand.push('ada', slug, 'feature', { b: '2' }, 'More of it');
        const builds = await buildsWith('event', 'pull_request', 2);
        expect(builds[0]).toMatchObject({ action: 'synchronized', after: sha });
        await stand.setPullRequestOpen('ada', slug, number, false);
        await stand.setPullRequestOpen('ada', slug, number, true);
        await buildsWith('action', 'reopened');
      });
    });
  });
}
