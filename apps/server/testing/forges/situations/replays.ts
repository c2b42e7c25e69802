import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Delivery } from '../../../src/forges/remote/forge-adapter.ts';
import type { Person } from '../forge-server.ts';
import { pipeline, waitForBuilds } from '../pipeline.ts';
import type { Scene } from '../scene.ts';

const slug = 'ada/replayed';
const idHeaders = ['x-github-delivery', 'x-gitea-delivery'];

/** For forges that sign bodies, and whose events never have the same body. */
export function describeReplays(scene: Scene): void {
  describe('signed deliveries', () => {
    let ada: Person;
    let spy: { mockRestore(): void };
    /** Deliveries intercepted between the forge and the server. */
    const caught: Delivery[] = [];
    const replay = async ({ headers, body }: Delivery) => {
      const texts = Object.entries(headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      const sent = new Headers(texts.filter(([name]) => name.startsWith('x-')));
      for (const name of idHeaders) if (sent.has(name)) sent.set(name, randomUUID());
      const answer = await fetch(`${scene.forge.url}/hook`, {
        method: 'POST',
        headers: sent,
        body,
      });
      return answer.status;
    };
    const push = (branch: string, files: Record<string, string>) =>
      scene.testForge.push('ada', slug, branch, { '.drone.yml': pipeline, ...files }, branch);
    beforeAll(async () => {
      const { remote } = scene.forge.server.core;
      if (!remote) throw new Error('The server has no remote forge');
      const { adapter } = remote;
      const isSigned = adapter.isSigned.bind(adapter);
      spy = vi.spyOn(adapter, 'isSigned').mockImplementation((delivery, secret) => {
        caught.push(delivery);
        return isSigned(delivery, secret);
      });
      ada = await scene.forge.signIn('ada');
      await scene.testForge.addRepo('ada', 'replayed');
      await ada.sync();
      await ada.call('POST', `/api/repos/${slug}`);
    });
    afterAll(() => spy.mockRestore());

    it('build once when they are replayed under another id', async () => {
      const after = await push('main', { text: 'caught' });
      await waitForBuilds(ada, slug, { after });
      const [delivery] = caught.filter(({ body }) => body.includes(after));
      if (!delivery) throw new Error('No delivery of the push');
      expect(await replay(delivery)).toBe(202);
      // Deliveries of a repository are processed in order.
      const next = await push('main', { text: 'next' });
      await waitForBuilds(ada, slug, { after: next });
      await waitForBuilds(ada, slug, { after });
    });
  });
}
