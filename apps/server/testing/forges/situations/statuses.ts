import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { setStatus } from '../../set-status.ts';
import { ForgeServer, type Person } from '../forge-server.ts';
import { pipeline, waitForBuilds } from '../pipeline.ts';
import type { Scene } from '../scene.ts';

const slug = 'ada/shown';
const path = `/api/repos/${slug}`;
const context = 'continuous-integration/millrace/push';

export function describeStatuses(scene: Scene): void {
  describe('commit status', () => {
    let ada: Person;
    const shown = (sha: string, more: object) =>
      expect
        .poll(async () => (await scene.testForge.listStatuses(slug, sha))[0], { timeout: 30_000 })
        .toMatchObject({ context, ...more });
    beforeAll(async () => {
      ada = await scene.forge.signIn('ada');
      await scene.testForge.addRepo('ada', 'shown', { isPrivate: true });
      await ada.sync();
      await ada.call('POST', path);
    });
    const listContexts = async (sha: string, of = slug) => {
      const statuses = await scene.testForge.listStatuses(of, sha);
      return [...new Set(statuses.map((status) => status.context))].sort();
    };
    const push = async (text: string) => {
      const files = { '.drone.yml': pipeline, text };
      const sha = await scene.testForge.push('ada', slug, 'main', files, text);
      const [build] = await waitForBuilds(ada, slug, { after: sha });
      return { sha, build };
    };

    it('reports a build from its creation to its end, with a link to it', async () => {
      const { sha, build } = await push('cancelled');
      const url = `${scene.forge.url}/${slug}/${build?.number}`;
      await shown(sha, { description: 'Build is pending', url });
      await ada.call('DELETE', `${path}/builds/${build?.number}`);
      await shown(sha, { description: 'Build was killed', url });
    });

    it('reports a build that waits for approval, and its result', async () => {
      const boss = await scene.forge.signIn('boss');
      const changed = await boss.call('PATCH', path, { protected: true });
      expect(changed.body).toMatchObject({ protected: true });
      const { sha, build } = await push('blocked');
      await shown(sha, { description: 'Build is pending approval' });
      await ada.call('POST', `${path}/builds/${build?.number}/decline/1`);
      await shown(sha, { description: 'Build was declined' });
      await boss.call('PATCH', path, { protected: false });
    });

    it('is that of the newest build of the commit', async () => {
      const { sha, build } = await push('twice');
      await shown(sha, { description: 'Build is pending' });
      const again = await ada.call('POST', `${path}/builds/${build?.number}`);
      const url = `${scene.forge.url}/${slug}/${again.body.number}`;
      await shown(sha, { description: 'Build is pending', url });
      await ada.call('DELETE', `${path}/builds/${build?.number}`);
      await ada.call('DELETE', `${path}/builds/${again.body.number}`);
      await shown(sha, { description: 'Build was killed', url });
    });

    it('tells why no build was created if the file of the default branch decides that', async () => {
      const pushFile = (branch: string, text: string, message: string) =>
        scene.testForge.push('ada', slug, branch, { '.drone.yml': text, text: message }, message);
      const onlyTags = `${pipeline}trigger: { event: tag }\n`;
      const own = await pushFile('side', onlyTags, 'excludes itself');
      const marked = await pushFile('main', pipeline, 'nothing to see [ci skip]');
      // Its build shows that the earlier pushes were processed.
      await push('built');
      const unwanted = await pushFile('main', onlyTags, 'for tags only');
      const description = 'Build was skipped: no pipeline on main is for this push';
      await shown(unwanted, { description, url: `${scene.forge.url}/${slug}` });
      for (const sha of [marked, own]) {
        expect(await scene.testForge.listStatuses(slug, sha)).toEqual([]);
      }
    });

    it('tells how earlier builds run under a changed pipeline file', async () => {
      const { jobs } = scene.forge.server.features;
      for (const name of ['testPipelineChanges', 'changeStatuses']) {
        const job = jobs.get(name);
        job?.run();
        onTestFinished(() => job?.stop());
      }
      await push('unchanged');
      const files = { '.drone.yml': pipeline.replace('name: work', 'name: changed') };
      const sha = await scene.testForge.push('ada', slug, 'main', files, 'Change the file');
      const [build] = await waitForBuilds(ada, slug, { after: sha });
      const own = 'continuous-integration/millrace/pipeline-file';
      const find = async () => {
        const statuses = await scene.testForge.listStatuses(slug, sha);
        return statuses.find((status) => status.context === own);
      };
      await expect.poll(find, { timeout: 30_000 }).toMatchObject({
        description: expect.stringMatching(/^\d+ of the last \d+ builds would run differently$/),
        url: `${scene.forge.url}/${slug}/${build?.number}`,
      });
      expect(await listContexts(sha)).toEqual([own, context]);
    });

    it('contains the target of a deployment', async () => {
      const { sha, build } = await push('deployed');
      await setStatus(scene.forge.server, 'builds', build?.id ?? 0, 'success');
      const deploy = (kind: string, target: string) =>
        ada.call('POST', `${path}/builds/${build?.number}/${kind}?target=${target}`);
      await deploy('promote', 'production');
      await deploy('promote', 'staging');
      await deploy('rollback', 'staging');
      const name = 'continuous-integration/millrace';
      await expect
        .poll(() => listContexts(sha), { timeout: 20_000 })
        .toEqual(
          ['promote/production', 'promote/staging', 'push', 'rollback/staging'].map(
            (suffix) => `${name}/${suffix}`,
          ),
        );
    });

    it('has the names of existing servers if MILLRACE_STATUS_NAME is set so', async () => {
      const { testForge } = scene;
      const name = 'continuous-integration/drone';
      const other = await ForgeServer.start(testForge, { MILLRACE_STATUS_NAME: name });
      try {
        await testForge.addRepo('ada', 'moved-here', { isPrivate: true });
        const person = await other.signIn('ada');
        await person.sync();
        const to = '/api/repos/ada/moved-here';
        await person.call('POST', to);
        const files = { '.drone.yml': pipeline };
        const sha = await testForge.push('ada', 'ada/moved-here', 'main', files, 'Required');
        const [build] = await waitForBuilds(person, 'ada/moved-here', { after: sha });
        await setStatus(other.server, 'builds', build?.id ?? 0, 'success');
        const cron = { name: 'nightly', expr: '0 0 1 1 *', branch: 'main' };
        await person.call('POST', `${to}/cron`, cron);
        await person.call('POST', `${to}/cron/nightly`);
        await person.call('POST', `${to}/builds/${build?.number}/promote?target=production`);
        await expect
          .poll(() => listContexts(sha, 'ada/moved-here'), { timeout: 20_000 })
          .toEqual([name, `${name}/push`]);
      } finally {
        await other.stop();
      }
    });

    it('is retried while the forge is not available', async () => {
      const { sha, build } = await push('away');
      await shown(sha, { description: 'Build is pending' });
      await scene.testForge.pause();
      await ada.call('DELETE', `${path}/builds/${build?.number}`);
      await waitForBuilds(ada, slug, { after: sha, status: 'killed' });
      // While the forge is unavailable, the build is not lost and the server keeps working.
      const refused = await ada.call('POST', `${path}/builds?branch=main`);
      expect(refused).toMatchObject({ status: 503, body: { message: expect.any(String) } });
      await scene.testForge.resume();
      scene.forge.clock.skip(60);
      await shown(sha, { description: 'Build was killed' });
    });
  });
}
