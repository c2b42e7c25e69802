import type { Build, Repo } from '@millrace/contract/api';
import type { GiteaTestForge } from '@millrace/test-support/forges/gitea-test-forge';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runnerApiOf } from '../../fake-work.ts';
import type { Person } from '../forge-server.ts';
import { pipeline, waitForBuilds } from '../pipeline.ts';
import type { Scene } from '../scene.ts';

const slug = 'ada/protected';
const path = `/api/repos/${slug}`;
const context = 'continuous-integration/millrace/pr/main';
const onlyTags = `${pipeline}trigger: { event: tag }\n`;

/** A writer tries to merge into a branch that requires the status, without a successful build. */
export function describeProtectedBranch(scene: Scene): void {
  describe('branch that requires the status', () => {
    let ada: Person;
    let boss: Person;
    let count = 0;
    const gitea = () => scene.testForge as GiteaTestForge;
    const set = (settings: Partial<Repo>) =>
      boss.call('PATCH', path, { ignore_pull_requests: false, ...settings });

    beforeAll(async () => {
      const { testForge, forge } = scene;
      ada = await forge.signIn('ada');
      boss = await forge.signIn('boss');
      await testForge.addRepo('ada', 'protected');
      await ada.sync();
      await ada.call('POST', path);
      for (const [branch, file] of [
        ['main', pipeline],
        ['easy', onlyTags],
      ] as const) {
        await testForge.push('ada', slug, branch, { '.drone.yml': file }, `Start ${branch}`);
      }
      await waitForBuilds(ada, slug, { event: 'push', target: 'main' });
      await testForge.addMember(slug, 'bob', 'write');
      await gitea().protectBranch(slug, 'main', [context]);
    });
    beforeEach(async () => {
      await set({});
    });

    const propose = async (
      { title, message, file }: { title?: string; message?: string; file?: string },
      to = 'main',
    ) => {
      count += 1;
      const branch = `try-${count}`;
      const files = { [branch]: '1', ...(file ? { '.drone.yml': file } : {}) };
      const sha = await scene.testForge.push('bob', slug, branch, files, message ?? branch);
      const request = { from: slug, branch, title: title ?? branch, to };
      return { sha, number: await scene.testForge.openPullRequest('bob', slug, request) };
    };
    const waitForStatus = (sha: string, of = context) =>
      vi.waitFor(
        async () => {
          const statuses = await scene.testForge.listStatuses(slug, sha);
          const found = statuses.find((status) => status.context === of);
          if (!found) throw new Error(`No status ${of}`);
          return found;
        },
        { timeout: 30_000 },
      );
    const succeed = async ({ number }: Build) => {
      const { body } = await ada.call('GET', `${path}/builds/${number}`);
      const params = { stage: body.stages[0].id };
      const api = runnerApiOf(scene.forge.server);
      const stage = await api.acceptStage({ params, query: { machine: 'tester' } });
      const done = { ...stage, status: 'success' as const, started: 1, stopped: 2 };
      await api.updateStage({ params, body: done });
    };

    it.each([
      ['a marker in the title', { title: 'Quickly [skip ci]' }, {}],
      ['a marker in the head commit', { message: 'Quickly [ci skip]' }, {}],
      ['a file that excludes every request', { file: onlyTags }, {}],
      ['pull requests disabled', {}, { ignore_pull_requests: true }],
    ])('is not merged with %s', async (_, request, settings) => {
      await set(settings);
      const { sha, number } = await propose(request);
      expect(await waitForStatus(sha)).toMatchObject({ state: 'pending' });
      expect(await gitea().merge('bob', slug, number)).toBe(false);
    });

    it('is not merged after another target branch was the first', async () => {
      const { sha, number } = await propose({}, 'easy');
      await waitForBuilds(ada, slug, { after: sha, event: 'pull_request' });
      const filtered = await propose({ file: onlyTags }, 'easy');
      await waitForStatus(filtered.sha, context.replace('main', 'easy'));
      for (const request of [number, filtered.number]) {
        await scene.testForge.editPullRequest('bob', slug, request, { to: 'main' });
        expect(await gitea().merge('bob', slug, request)).toBe(false);
      }
      expect(await waitForStatus(filtered.sha)).toMatchObject({ state: 'pending' });
      expect(await gitea().merge('bob', slug, filtered.number)).toBe(false);
    });

    it('is merged after a successful build', async () => {
      const { sha, number } = await propose({});
      const [build] = await waitForBuilds(ada, slug, { after: sha, event: 'pull_request' });
      if (build) await succeed(build);
      await expect
        .poll(() => gitea().merge('bob', slug, number), { timeout: 30_000, interval: 500 })
        .toBe(true);
    });
  });
}
