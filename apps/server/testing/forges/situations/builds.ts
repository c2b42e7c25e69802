import type { TestRepository } from '@millrace/test-support/forges/test-forge';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { setStatus } from '../../set-status.ts';
import type { Person } from '../forge-server.ts';
import { pipeline, waitForBuilds } from '../pipeline.ts';
import type { Scene } from '../scene.ts';

const slug = 'ada/app';
const path = `/api/repos/${slug}`;

export function describeBuilds(scene: Scene<TestRepository>): void {
  describe('active repository', () => {
    let ada: Person;
    beforeAll(async () => {
      ada = await scene.forge.signIn('ada');
      await scene.testForge.addRepo('ada', 'app', { isPrivate: true });
      await ada.sync();
      await ada.call('POST', path);
    });

    it('builds pushes, with the pushing account as the sender', async () => {
      const files = { '.drone.yml': pipeline };
      const sha = await scene.testForge.push('ada', slug, 'main', files, 'First\n\nwith a body');
      const [build] = await waitForBuilds(ada, slug, { after: sha });
      expect(build).toMatchObject({
        event: 'push',
        status: 'pending',
        trigger: '@hook',
        sender: 'ada',
        author_login: 'ada',
        author_email: 'ada@example.com',
        title: 'First',
        message: 'First\n\nwith a body',
        ref: 'refs/heads/main',
        source: 'main',
        target: 'main',
      });
    });

    it('names the account that pushed as the sender, not the author of the commit', async () => {
      await scene.testForge.addMember(slug, 'bob', 'write');
      const sha = await scene.testForge.push('bob', slug, 'main', { by: 'bob' }, "Bob's");
      const [build] = await waitForBuilds(ada, slug, { after: sha });
      expect(build).toMatchObject({ sender: 'bob' });
    });

    it('lists the files in a folder of a commit', async () => {
      const { forge, repos } = scene.forge.server.core;
      const files = {
        'go.mod': 'module app',
        'cmd/main.go': 'package main',
        'cmd/sub dir/b.go': 'package sub',
        'cmd/sub dir/c/d.go': 'package c',
      };
      const sha = await scene.testForge.push('ada', slug, 'top', files, 'A program');
      const repo = await repos.findBySlug(slug);
      if (!repo) throw new Error(`${slug} is not synced`);
      const list = (folder: string) => forge.listFolder(repo, sha, folder);
      const top = await vi.waitFor(async () => {
        const found = await list('');
        expect(found).not.toBeNull();
        return found;
      });
      expect(top?.files).toContain('go.mod');
      expect(top?.files).not.toContain('cmd');
      expect(await list('cmd')).toEqual({ files: ['main.go'], isComplete: true });
      expect(await list('cmd/sub dir')).toEqual({ files: ['b.go'], isComplete: true });
      expect(await list('none')).toBeNull();
      expect(await list('go.mod')).toBeNull();
      expect(await forge.listFolder(repo, 'f'.repeat(40), '')).toBeNull();
    });

    it('lists the files changed by a push', async () => {
      const file = `${pipeline}trigger: { paths: [ 'docs/**' ] }\n`;
      await scene.testForge.push('ada', slug, 'paths', { '.drone.yml': file }, 'New branch');
      await waitForBuilds(ada, slug, { target: 'paths' });
      await scene.testForge.push('ada', slug, 'paths', { 'src/a': '1' }, 'No docs');
      const sha = await scene.testForge.push('ada', slug, 'paths', { 'docs/a': '1' }, 'Docs');
      const [build] = await waitForBuilds(ada, slug, { after: sha });
      const builds = await ada.listBuilds(slug);
      const titles = builds.map(({ title }: { title: string }) => title);
      expect(titles).not.toContain('No docs');
      expect(build).toMatchObject({ title: 'Docs' });
    });

    it('lists the commits since the last successful build', async () => {
      const { forge, repos } = scene.forge.server.core;
      const files = { '.drone.yml': pipeline, broken: '0' };
      const first = await scene.testForge.push('ada', slug, 'main', files, 'Still whole');
      const [good] = await waitForBuilds(ada, slug, { after: first });
      await setStatus(scene.forge.server, 'builds', Number(good?.id), 'success');
      const second = await scene.testForge.push('ada', slug, 'main', { broken: '1' }, 'Break it');
      const last = await scene.testForge.push(
        'ada',
        slug,
        'main',
        { broken: '2' },
        'Not yet\n\nmended',
      );
      const [bad] = await waitForBuilds(ada, slug, { after: last });
      const { body } = await ada.call('GET', `${path}/builds/${bad?.number}/failure`);
      expect(body.last_success).toMatchObject({ number: good?.number });
      expect(body).toMatchObject({ line: 'main', has_all_commits: true });
      const commits = [
        { sha: last, message: 'Not yet', author_name: expect.stringMatching(/\S/) },
        { sha: second, message: 'Break it' },
      ];
      expect(body.commits).toMatchObject(commits);
      const repo = await repos.findBySlug(slug);
      if (!repo) throw new Error('The repository is gone');
      expect(body.commits[0].link).toBe(forge.commitUrl(repo, last));
    });

    it('reads the pipeline file from its configured path', async () => {
      const changed = await ada.call('PATCH', path, { config_path: 'ci/build.yml' });
      expect(changed.status).toBe(200);
      const files = { 'ci/build.yml': pipeline.replace('default', 'elsewhere') };
      const sha = await scene.testForge.push('ada', slug, 'main', files, 'Elsewhere');
      const [build] = await waitForBuilds(ada, slug, { after: sha });
      const { body } = await ada.call('GET', `${path}/builds/${build?.number}`);
      expect(body.stages).toMatchObject([{ name: 'elsewhere' }]);
      await ada.call('PATCH', path, { config_path: '.drone.yml' });
    });

    it('reads the pipeline files of a folder', async () => {
      await ada.call('PATCH', path, { config_folder: 'ci/files' });
      const named = (name: string) => pipeline.replace('default', name);
      const files = {
        '.drone.yml': pipeline,
        'ci/files/b.yml': named('b'),
        'ci/files/a.yaml': named('a'),
        'ci/files/run.sh': 'exit 1',
        'ci/files/more/c.yml': named('c'),
      };
      const sha = await scene.testForge.push('ada', slug, 'main', files, 'A folder');
      const [build] = await waitForBuilds(ada, slug, { after: sha });
      const { body } = await ada.call('GET', `${path}/builds/${build?.number}`);
      expect(body.stages).toMatchObject([{ name: 'default' }, { name: 'a' }, { name: 'b' }]);
      await ada.call('PATCH', path, { config_folder: '' });
    });

    it('builds a tag, and hides a deleted branch', async () => {
      await scene.testForge.pushTag('ada', slug, 'v1.0');
      const [build] = await waitForBuilds(ada, slug, { event: 'tag' });
      expect(build).toMatchObject({ ref: 'refs/tags/v1.0', target: '', action: 'create' });
      await scene.testForge.push('ada', slug, 'gone', { a: '1' }, 'On a branch');
      await waitForBuilds(ada, slug, { target: 'gone' });
      await scene.testForge.deleteBranch('ada', slug, 'gone');
      await expect
        .poll(async () => {
          const { body } = await ada.call('GET', `${path}/builds/branches`);
          return body.map(({ target }: { target: string }) => target);
        })
        .not.toContain('gone');
    });

    it('builds the branch if a tag has the same name', async () => {
      const { testForge } = scene;
      const push = (text: string) => testForge.push('ada', slug, 'twin', { text }, text);
      await push('Before the tag');
      await testForge.pushTag('ada', slug, 'twin');
      const after = await push('On the branch');
      await waitForBuilds(ada, slug, { after });
      const custom = await ada.call('POST', `${path}/builds?branch=twin`);
      expect(custom.body).toMatchObject({ after, ref: 'refs/heads/twin' });
      const again = await ada.call('POST', `${path}/builds/${custom.body.number}`);
      expect(again.body).toMatchObject({ after, ref: 'refs/heads/twin' });
      const cron = { name: 'nightly', expr: '0 0 1 1 *', branch: 'twin' };
      expect((await ada.call('POST', `${path}/cron`, cron)).status).toBe(200);
      await ada.call('POST', `${path}/cron/nightly`);
      const [nightly] = await waitForBuilds(ada, slug, { event: 'cron' });
      expect(nightly).toMatchObject({ after, ref: 'refs/heads/twin' });
      const tagged = await waitForBuilds(ada, slug, { event: 'tag', ref: 'refs/tags/twin' });
      expect(tagged[0]?.after).not.toBe(after);
    });

    it('lists the newest commits of a branch, and tags', async () => {
      const { testForge } = scene;
      const first = await testForge.push('ada', slug, 'listed', { text: '1' }, 'Grind\n\nfine');
      const last = await testForge.push('ada', slug, 'listed', { text: '2' }, 'Bake');
      await waitForBuilds(ada, slug, { after: last });
      await testForge.push('ada', slug, 'main', { text: '3' }, 'Tagged');
      await testForge.pushTag('ada', slug, 'listed');
      const [tagged] = await waitForBuilds(ada, slug, { ref: 'refs/tags/listed' });
      const list = (query: string) => ada.call('GET', `${path}/revisions?branch=listed${query}`);
      const { body } = await list('');
      expect(body.commits.slice(0, 2)).toMatchObject([
        { sha: last, title: 'Bake', author: expect.stringMatching(/ada/i) },
        { sha: first, title: 'Grind' },
      ]);
      expect(body.commits[0].committed).toBeGreaterThan(1_000_000_000);
      expect(body.tags).toContainEqual(
        expect.objectContaining({ name: 'listed', sha: tagged?.after }),
      );
      expect((await list('&q=gRIN')).body.commits).toMatchObject([{ sha: first }]);
      expect((await list(`&q=${last.slice(0, 7)}`)).body.commits).toMatchObject([{ sha: last }]);
      expect((await list('&q=listed')).body).toMatchObject({
        commits: [],
        tags: [{ name: 'listed' }],
      });
      // No commit of the branch: found by its hash alone.
      const { body: other } = await list(`&q=${tagged?.after}`);
      expect([...other.commits, ...other.tags]).toMatchObject([{ sha: tagged?.after }]);
      expect((await list('&q=nothing')).body).toEqual({ commits: [], tags: [] });
      const none = await ada.call('GET', `${path}/revisions?branch=none`);
      expect(none.body).toMatchObject({ commits: [] });
    });

    it('builds a tag when a person starts a build', async () => {
      await scene.testForge.pushTag('ada', slug, 'v2.0');
      const [pushed] = await waitForBuilds(ada, slug, { ref: 'refs/tags/v2.0' });
      const start = (query: string) => ada.call('POST', `${path}/builds?${query}`);
      const expected = { event: 'custom', ref: 'refs/tags/v2.0', target: '', after: pushed?.after };
      const { body } = await start('branch=refs/tags/v2.0');
      expect(body).toMatchObject(expected);
      expect((await start(`branch=refs/tags/v2.0&commit=${pushed?.after}`)).body).toMatchObject(
        expected,
      );
      expect((await ada.call('POST', `${path}/builds/${body.number}`)).body).toMatchObject(
        expected,
      );
      expect((await start(`branch=refs/tags/v2.0&commit=${'1'.repeat(40)}`)).status).toBe(400);
      const none = await start('branch=refs/tags/none');
      expect([none.status, none.body.message]).toEqual([404, 'There is no tag none']);
    });

    it('builds the newest commit when a person starts a build', async () => {
      const { body } = await ada.call('POST', `${path}/builds?branch=main`);
      expect(body).toMatchObject({ event: 'custom', sender: 'ada', title: 'Tagged' });
      expect((await ada.call('POST', `${path}/builds?branch=none`)).status).toBe(404);
    });
  });
}
