import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Repo } from '../../../src/domain/repo.ts';
import type { ForgeEvent } from '../../../src/forges/forge.ts';
import { storeDelivery } from '../../deliveries-of.ts';
import type { Person } from '../forge-server.ts';
import { pipeline, waitForBuilds } from '../pipeline.ts';
import type { Scene } from '../scene.ts';

const slug = 'ada/honest';
const sibling = 'ada/sibling';

export function describeDeliveries(scene: Scene): void {
  describe('deliveries', () => {
    let ada: Person;
    const find = async (wanted: string): Promise<Repo> => {
      const repo = await scene.forge.server.core.repos.findBySlug(wanted);
      if (!repo) throw new Error(`There is no repository ${wanted}`);
      return repo;
    };
    /** Delivers an event signed with the secret of a repository, which its admins can see. */
    const deliver = async (to: Repo, claims: Partial<ForgeEvent['repo']>): Promise<string> => {
      const delivery = randomUUID();
      const { uid, namespace, name } = to;
      await storeDelivery(scene.forge.server, to.id, {
        delivery,
        repo: { uid, namespace, name, ...claims },
        sender: { login: 'ada', avatar: '' },
        news: [],
      });
      return delivery;
    };
    const push = async (text: string) => {
      const files = { '.drone.yml': pipeline, text };
      const after = await scene.testForge.push('ada', slug, 'main', files, text);
      await waitForBuilds(ada, slug, { after });
    };
    const isDone = async (delivery: string) => {
      const { db } = scene.forge.server.core;
      const jobs = db.selectFrom('jobs').select('id').where('kind', '=', 'webhook-delivery');
      return !(await jobs.where('key', 'like', `% ${delivery}`).executeTakeFirst());
    };
    beforeAll(async () => {
      ada = await scene.forge.signIn('ada');
      await scene.testForge.addRepo('ada', 'honest', { isPrivate: true });
      await scene.testForge.addRepo('ada', 'sibling', { isPrivate: true });
      await scene.testForge.addRepo('boss', 'other', { isPrivate: true });
      await (await scene.forge.signIn('boss')).sync();
      await ada.sync();
      await ada.call('POST', `/api/repos/${slug}`);
    });

    it('do not delay other branches while their commit is not available yet', async () => {
      const { id, uid, namespace, name } = await find(slug);
      const files = { '.drone.yml': pipeline };
      const first = await scene.testForge.push('ada', slug, 'main', files, 'Before');
      await waitForBuilds(ada, slug, { after: first });
      const ref = 'refs/heads/late';
      await storeDelivery(scene.forge.server, id, {
        delivery: randomUUID(),
        repo: { uid, namespace, name },
        sender: { login: 'ada', avatar: '' },
        news: [{ kind: 'push', ref, before: first, after: 'f'.repeat(40) }],
      });
      const after = await scene.testForge.push('ada', slug, 'other', { other: '1' }, 'Other');
      await waitForBuilds(ada, slug, { after });
    });

    it.each([
      ['sibling', { name: 'sibling' }],
      ['repository of another account', { namespace: 'boss', name: 'other' }],
      ['repository that does not exist', { name: 'nowhere' }],
    ])('do not take over the name of a %s', async (_, claims) => {
      const before = [await find(slug), await find(sibling), await find('boss/other')];
      const namespaces = () =>
        scene.forge.server.core.db.selectFrom('forge_namespaces').selectAll().execute();
      const owners = await namespaces();
      await deliver(await find(slug), { ...claims, ownerUid: '666' });
      await push(`after ${claims.name}`);
      const after = [await find(slug), await find(sibling), await find('boss/other')];
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      expect(await namespaces()).toEqual(owners);
    });

    it('do not make a private repository public', async () => {
      const delivery = await deliver(await find(slug), { isPrivate: false });
      // A push would contain the visibility.
      await expect.poll(() => isDone(delivery), { timeout: 20_000 }).toBe(true);
      expect(await find(slug)).toMatchObject({ isForgePrivate: true, visibility: 'private' });
    });
  });
}
