import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../forge-server.ts';
import { pipeline, waitForBuilds } from '../pipeline.ts';
import type { Scene } from '../scene.ts';

const slug = 'ada/seen';
const path = `/api/repos/${slug}`;

export function describeRemoteRepository(scene: Scene): void {
  describe('repository on a remote forge', () => {
    let ada: Person;
    beforeAll(async () => {
      ada = await scene.forge.signIn('ada');
      await scene.testForge.addRepo('ada', 'seen', { isPrivate: true });
      await ada.sync();
    });

    it('has one webhook while it is active', async () => {
      const { testForge, forge } = scene;
      const hook = `${forge.url}/hook`;
      expect(await testForge.listHooks(slug)).toEqual([]);
      expect((await ada.call('POST', path)).body).toMatchObject({ active: true });
      expect(await testForge.listHooks(slug)).toEqual([hook]);
      await ada.call('POST', `${path}/repair`);
      expect(await testForge.listHooks(slug)).toEqual([hook]);
      await ada.call('DELETE', path);
      expect(await testForge.listHooks(slug)).toEqual([]);
      await ada.call('POST', path);
      expect(await testForge.listHooks(slug)).toEqual([hook]);
    });

    it('gets a new webhook with a new secret when it is repaired', async () => {
      const { testForge, forge } = scene;
      const { repos, remote } = forge.server.core;
      const id = (await repos.findBySlug(slug))?.id ?? 0;
      const before = await remote?.hooks.find(id);
      await testForge.breakHooks(slug);
      expect((await ada.call('POST', `${path}/repair`)).status).toBe(200);
      expect(await testForge.listHooks(slug)).toEqual([`${forge.url}/hook`]);
      expect(await remote?.hooks.find(id)).not.toBe(before);
      const files = { '.drone.yml': pipeline };
      const after = await testForge.push('ada', slug, 'main', files, 'Delivered');
      await waitForBuilds(ada, slug, { after });
    });

    it('keeps a working webhook if the repair fails', async () => {
      const { testForge, forge } = scene;
      await testForge.pause();
      const failed = await ada.call('POST', `${path}/repair`);
      await testForge.resume();
      expect(failed.status).toBe(503);
      expect(await testForge.listHooks(slug)).toEqual([`${forge.url}/hook`]);
      const after = await testForge.push('ada', slug, 'main', { still: '1' }, 'Still delivered');
      await waitForBuilds(ada, slug, { after });
    });

    it('redirects to the pages of a commit, branch and tag', async () => {
      const { testForge } = scene;
      const files = { '.drone.yml': pipeline };
      const after = await testForge.push('ada', slug, 'main', files, 'Seen');
      const [build] = await waitForBuilds(ada, slug, { after });
      expect(build).toMatchObject({
        author_avatar: expect.stringMatching(/^https?:/),
        link: expect.stringMatching(/^https?:/),
      });
      for (const page of ['tree/refs/heads/main', 'tree/refs/tags/v1', `commit/${after}`]) {
        const response = await fetch(`${scene.forge.url}/link/${slug}/${page}`, {
          redirect: 'manual',
          headers: { cookie: ada.cookie },
        });
        expect(response.headers.get('location')).toMatch(new RegExp(`^${testForge.url}/${slug}/`));
      }
    });

    it('keeps its builds after a rename', async () => {
      const { testForge } = scene;
      const before = await ada.listBuilds(slug);
      await testForge.renameRepo(slug, 'renamed');
      const sha = await testForge.push('ada', 'ada/renamed', 'main', { n: '1' }, 'Renamed');
      await expect
        .poll(async () => (await ada.call('GET', '/api/repos/ada/renamed/builds')).status)
        .toBe(200);
      await waitForBuilds(ada, 'ada/renamed', { after: sha });
      expect(await ada.listBuilds('ada/renamed')).toHaveLength(before.length + 1);
      expect((await ada.call('GET', path)).status).toBe(404);
    });

    it('is found after a rename without an event', async () => {
      const { testForge, forge } = scene;
      const { db, repos } = forge.server.core;
      await testForge.addRepo('ada', 'moving', { isPrivate: true });
      await ada.sync();
      await testForge.renameRepo('ada/moving', 'moved');
      const activated = await ada.call('POST', '/api/repos/ada/moving');
      expect(activated.body).toMatchObject({ active: true, slug: 'ada/moved' });
      expect(await testForge.listHooks('ada/moved')).toEqual([`${forge.url}/hook`]);
      const files = { '.drone.yml': pipeline };
      const after = await testForge.push('ada', 'ada/moved', 'main', files, 'Moved');
      const [build] = await waitForBuilds(ada, 'ada/moved', { after });
      const { id } = (await repos.findBySlug('ada/moved')) ?? { id: 0 };
      await db.deleteFrom('repo_hooks').where('repo_id', '=', id).execute();
      await testForge.renameRepo('ada/moved', 'settled');
      await ada.call('DELETE', `/api/repos/ada/moved/builds/${build?.number}`);
      await expect
        .poll(async () => (await testForge.listStatuses('ada/settled', after))[0]?.description, {
          timeout: 20_000,
        })
        .toBe('Build was killed');
    });
  });
}
