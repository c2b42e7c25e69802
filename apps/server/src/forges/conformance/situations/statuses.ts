import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../forge-server.ts';
import { pipeline, waitForBuilds } from '../pipeline.ts';
import type { Scene } from '../scene.ts';

const slug = 'ada/shown';
const path = `/api/repos/${slug}`;
const context = 'continuous-integration/millrace/push';

export function describeStatuses(scene: Scene): void {
  describe('the status beside a commit', () => {
    let ada: Person;
    const shown = (sha: string, more: object) =>
      expect
        .poll(async () => (await scene.stand.listStatuses(slug, sha))[0], { timeout: 30_000 })
        .toMatchObject({ context, ...more });
    beforeAll(async () => {
      ada = await scene.forge.signIn('ada');
      await scene.stand.addRepo('ada', 'shown', { isPrivate: true });
      await ada.sync();
      await ada.call('POST', path);
    });
    const push = async (text: string) => {
      const files = { '.drone.yml': pipeline, text };
      const sha = await scene.stand.push('ada', slug, 'main', files, text);
      const [build] = await waitForBuilds(ada, slug, { after: sha });
      return { sha, build };
    };

    it('tells of a build from its creation to its end, and leads to it', async () => {
      const { sha, build } = await push('cancelled');
      const url = `${scene.forge.url}/${slug}/${build?.number}`;
      await shown(sha, { description: 'Build is pending', url });
      await ada.call('DELETE', `${path}/builds/${build?.number}`);
      await shown(sha, { description: 'Build was killed', url });
    });

    it('tells that a build waits for approval, and what became of it', async () => {
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

    it('comes later where the forge was away', async () => {
      const { sha, build } = await push('away');
      await shown(sha, { description: 'Build is pending' });
      await scene.stand.pause();
      await ada.call('DELETE', `${path}/builds/${build?.number}`);
      await waitForBuilds(ada, slug, { after: sha, status: 'killed' });
      // The build is not lost, and the server goes on, while the forge cannot be asked.
      const refused = await ada.call('POST', `${path}/builds?branch=main`);
      expect(refused).toMatchObject({ status: 503, body: { message: expect.any(String) } });
      await scene.stand.resume();
      await shown(sha, { description: 'Build was killed' });
    });
  });
}
