import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../forge-server.ts';
import { pipeline, waitForBuilds } from '../pipeline.ts';
import type { Scene } from '../scene.ts';

const slug = 'ada/app';
const path = `/api/repos/${slug}`;

export function describeBuilds(scene: Scene): void {
  describe('an active repository', () => {
    let ada: Person;
    beforeAll(async () => {
      ada = await scene.forge.signIn('ada');
      await scene.stand.addRepo('ada', 'app', { isPrivate: true });
      await ada.sync();
    });

    it('has one hook while it is active', async () => {
      const { stand, forge } = scene;
      const hook = `${forge.url}/hook`;
      expect(await stand.listHooks(slug)).toEqual([]);
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
      const files = { '.drone.yml': pipeline };
      const sha = await scene.stand.push('ada', slug, 'main', files, 'First\n\nwith a body');
      const [build] = await waitForBuilds(ada, slug, { after: sha });
      expect(build).toMatchObject({
        event: 'push',
        status: 'pending',
        trigger: '@hook',
        sender: 'ada',
        author_login: 'ada',
        author_email: 'ada@example.com',
        author_avatar: expect.stringMatching(/^https?:/),
        title: 'First',
        message: 'First\n\nwith a body',
        ref: 'refs/heads/main',
        source: 'main',
        target: 'main',
        link: expect.stringContaining(sha),
      });
    });

    it('names who pushed, not who wrote the commit', async () => {
      await scene.stand.addMember(slug, 'bob', 'write');
      const sha = await scene.stand.push('bob', slug, 'main', { by: 'bob' }, "Bob's");
      const [build] = await waitForBuilds(ada, slug, { after: sha });
      expect(build).toMatchObject({ sender: 'bob' });
    });

    it('knows which files a push changed', async () => {
      const file = `${pipeline}trigger: { paths: [ 'docs/**' ] }\n`;
      await scene.stand.push('ada', slug, 'paths', { '.drone.yml': file }, 'New branch');
      await waitForBuilds(ada, slug, { target: 'paths' });
      await scene.stand.push('ada', slug, 'paths', { 'src/a': '1' }, 'No docs');
      const sha = await scene.stand.push('ada', slug, 'paths', { 'docs/a': '1' }, 'Docs');
      const [build] = await waitForBuilds(ada, slug, { after: sha });
      const builds = await ada.listBuilds(slug);
      const titles = builds.map(({ title }: { title: string }) => title);
      expect(titles).not.toContain('No docs');
      expect(build).toMatchObject({ title: 'Docs' });
    });

    it('reads the pipeline file where it lies', async () => {
      const changed = await ada.call('PATCH', path, { config_path: 'ci/build.yml' });
      expect(changed.status).toBe(200);
      const files = { 'ci/build.yml': pipeline.replace('default', 'elsewhere') };
      const sha = await scene.stand.push('ada', slug, 'main', files, 'Elsewhere');
      const [build] = await waitForBuilds(ada, slug, { after: sha });
      const { body } = await ada.call('GET', `${path}/builds/${build?.number}`);
      expect(body.stages).toMatchObject([{ name: 'elsewhere' }]);
      await ada.call('PATCH', path, { config_path: '.drone.yml' });
    });

    it('builds a tag, and shows no branch that is gone', async () => {
      await scene.stand.pushTag('ada', slug, 'v1.0');
      const [build] = await waitForBuilds(ada, slug, { event: 'tag' });
      expect(build).toMatchObject({ ref: 'refs/tags/v1.0', target: 'v1.0' });
      await scene.stand.push('ada', slug, 'gone', { a: '1' }, 'On a branch');
      await waitForBuilds(ada, slug, { target: 'gone' });
      await scene.stand.deleteBranch('ada', slug, 'gone');
      await expect
        .poll(async () => {
          const { body } = await ada.call('GET', `${path}/builds/branches`);
          return body.map(({ target }: { target: string }) => target);
        })
        .not.toContain('gone');
    });

    it('builds what a person asks for, of the newest commit', async () => {
      const { body } = await ada.call('POST', `${path}/builds?branch=main`);
      expect(body).toMatchObject({ event: 'custom', sender: 'ada', title: 'Elsewhere' });
      expect((await ada.call('POST', `${path}/builds?branch=none`)).status).toBe(404);
    });

    it('leads to the commit, the branch and the tag', async () => {
      const { stand } = scene;
      const [{ after }] = await ada.listBuilds(slug);
      for (const place of ['tree/refs/heads/main', 'tree/refs/tags/v1.0', `commit/${after}`]) {
        const response = await fetch(`${scene.forge.url}/link/${slug}/${place}`, {
          redirect: 'manual',
          headers: { cookie: ada.cookie },
        });
        expect(response.headers.get('location')).toMatch(new RegExp(`^${stand.url}/ada/app/`));
      }
    });

    it('follows a new name with its builds', async () => {
      const { stand } = scene;
      const before = await ada.listBuilds(slug);
      await stand.renameRepo(slug, 'tool');
      const sha = await stand.push('ada', 'ada/tool', 'main', { n: '1' }, 'Renamed');
      await expect
        .poll(async () => (await ada.call('GET', '/api/repos/ada/tool/builds')).status)
        .toBe(200);
      await waitForBuilds(ada, 'ada/tool', { after: sha });
      expect(await ada.listBuilds('ada/tool')).toHaveLength(before.length + 1);
      expect((await ada.call('GET', path)).status).toBe(404);
    });
  });
}
