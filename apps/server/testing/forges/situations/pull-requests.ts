import type { Repo } from '@millrace/contract/api';
import { beforeAll, describe, expect, it } from 'vitest';
import { runnerApiOf } from '../../fake-work.ts';
import type { Person } from '../forge-server.ts';
import { pipeline, waitForBuilds } from '../pipeline.ts';
import type { Scene } from '../scene.ts';

const slug = 'ada/reviewed';
const path = `/api/repos/${slug}`;
type Settings = Partial<Repo>;
const open: Settings = {
  protected: false,
  ignore_forks: false,
  ignore_pull_requests: false,
  auto_cancel_pull_requests: false,
};

const proposals = [
  ['a branch of a writer', { login: 'ada', isFork: false }],
  ['the fork of a writer', { login: 'bob', isFork: true }],
  ['the fork of a stranger', { login: 'stranger', isFork: true }],
] as const;
const [built, blocked, none] = ['pending', 'blocked', 'no build'] as const;
/** Expected result for each of the pull requests above. */
const modes = [
  ['an open repository', {}, [built, built, built]],
  ['a repository that ignores forks', { ignore_forks: true }, [built, none, none]],
  ['a repository that ignores pull requests', { ignore_pull_requests: true }, [none, none, none]],
  ['a protected repository', { protected: true }, [blocked, blocked, blocked]],
] as const;
const cells = modes.flatMap(([mode, settings, outcomes]) =>
  proposals.map(
    ([proposal, who], at) => [proposal, mode, outcomes[at] ?? none, who, settings] as const,
  ),
);

export function describePullRequests(scene: Scene): void {
  describe('pull requests', () => {
    let ada: Person;
    let boss: Person;
    const forks: Record<string, string> = {};
    const set = async (settings: Settings) => {
      const changed = await boss.call('PATCH', path, { ...open, ...settings });
      expect(changed.body).toMatchObject({ ...open, ...settings });
    };
    beforeAll(async () => {
      const { testForge, forge } = scene;
      ada = await forge.signIn('ada');
      boss = await forge.signIn('boss');
      await testForge.addRepo('ada', 'reviewed');
      await ada.sync();
      await ada.call('POST', path);
      const sha = await testForge.push('ada', slug, 'main', { '.drone.yml': pipeline }, 'First');
      await waitForBuilds(ada, slug, { after: sha });
      await testForge.addAccount('stranger');
      await testForge.addMember(slug, 'bob', 'write');
      for (const login of ['stranger', 'bob']) forks[login] = await testForge.fork(slug, login);
    });

    /** Opens a pull request from a new branch, either of the account's fork or of the repository. */
    const propose = async (branch: string, login: string, isFork: boolean) => {
      const from = isFork ? (forks[login] ?? '') : slug;
      const sha = await scene.testForge.push(login, from, branch, { [branch]: '1' }, branch);
      const title = `Add ${branch}`;
      const number = await scene.testForge.openPullRequest(login, slug, { from, branch, title });
      return { sha, number, from };
    };

    it('have the pipeline files of the folder in their fork', async () => {
      const { testForge } = scene;
      await set({});
      await boss.call('PATCH', path, { config_folder: '.folder' });
      const from = forks.stranger ?? '';
      const files = { '.folder/check.yml': pipeline.replace('default', 'check') };
      const after = await testForge.push('stranger', from, 'checks', files, 'Check');
      const request = { from, branch: 'checks', title: 'Check' };
      await testForge.openPullRequest('stranger', slug, request);
      const [build] = await waitForBuilds(ada, slug, { event: 'pull_request', after });
      const { body } = await ada.call('GET', `${path}/builds/${build?.number}`);
      expect(body.stages).toMatchObject([{ name: 'default' }, { name: 'check' }]);
      await boss.call('PATCH', path, { config_folder: '' });
    });

    it('are built when opened, updated and reopened', async () => {
      const { testForge } = scene;
      await set({});
      const { number } = await propose('feature', 'ada', false);
      const wanted = { event: 'pull_request', source: 'feature' } as const;
      const [opened] = await waitForBuilds(ada, slug, wanted);
      expect(opened).toMatchObject({
        action: 'opened',
        sender: 'ada',
        title: 'Add feature',
        target: 'main',
        source_repo: slug,
        link: expect.stringContaining(`/${number}`),
        ref: expect.stringMatching(new RegExp(`^refs/[a-z-]+/${number}/`)),
      });
      const sha = await testForge.push('ada', slug, 'feature', { b: '2' }, 'More of it');
      const [pushed] = await waitForBuilds(ada, slug, { ...wanted, after: sha });
      expect(pushed?.action).toBe('synchronized');
      await testForge.setPullRequestOpen('ada', slug, number, false);
      if (testForge.neverReopens) return;
      await testForge.setPullRequestOpen('ada', slug, number, true);
      await waitForBuilds(ada, slug, { ...wanted, action: 'reopened' });
    });

    it('cancel their builds when closed, if the repository is configured so', async () => {
      const { testForge } = scene;
      await set({ auto_cancel_pull_requests: true });
      const { number, sha } = await propose('dropped', 'ada', false);
      await waitForBuilds(ada, slug, { event: 'pull_request', after: sha });
      await testForge.setPullRequestOpen('ada', slug, number, false);
      await waitForBuilds(ada, slug, { event: 'pull_request', after: sha, status: 'skipped' });
      const { body } = await ada.call('GET', `${path}/builds/pulls`);
      const sources = body.map(({ source }: { source: string }) => source);
      expect(sources).not.toContain('dropped');
    });

    it('get only secrets for pull requests, and no clone token for a fork of a public repository', async () => {
      await set({});
      for (const [name, isFor] of Object.entries({ closed: false, open: true })) {
        const secret = { name, data: 'hush', pull_request: isFor };
        expect((await ada.call('POST', `${path}/secrets`, secret)).status).toBe(200);
      }
      const api = runnerApiOf(scene.forge.server);
      const readDetails = async (login: string, isFork: boolean) => {
        const { sha } = await propose(`access-${login}`, login, isFork);
        const [build] = await waitForBuilds(ada, slug, { event: 'pull_request', after: sha });
        const { body } = await ada.call('GET', `${path}/builds/${build?.number}`);
        const stage = await api.acceptStage({
          params: { stage: body.stages[0].id },
          query: { machine: 'tester' },
        });
        return api.getStageDetails({ params: { stage: stage.id } });
      };
      const own = await readDetails('ada', false);
      const foreign = await readDetails('stranger', true);
      for (const { secrets } of [own, foreign]) {
        expect(secrets).toMatchObject([{ name: 'open', data: 'hush' }]);
      }
      expect(own.netrc).toMatchObject({ password: expect.any(String) });
      expect(foreign.netrc).toBeNull();
    });

    it.each(cells)('from %s in %s: %s', async (_, mode, outcome, { login, isFork }, settings) => {
      await set(settings);
      const branch = `${login} ${mode}`.replaceAll(' ', '-');
      const { sha, from } = await propose(branch, login, isFork);
      if (outcome !== none) {
        const [build] = await waitForBuilds(ada, slug, { event: 'pull_request', after: sha });
        expect(build).toMatchObject({ sender: login, source_repo: from });
        const { body } = await ada.call('GET', `${path}/builds/${build?.number}`);
        expect(body.stages).toMatchObject([{ status: outcome }]);
        return;
      }
      // The build of a later push shows that this event was processed.
      const after = await scene.testForge.push('ada', slug, 'main', { [branch]: '1' }, 'Later');
      await waitForBuilds(ada, slug, { event: 'push', after });
      await waitForBuilds(ada, slug, { event: 'pull_request', after: sha }, 0);
    });
  });
}
