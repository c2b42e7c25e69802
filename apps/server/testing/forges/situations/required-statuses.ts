import type { Build, Repo } from '@millrace/contract/api';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runnerApiOf } from '../../fake-work.ts';
import type { Person } from '../forge-server.ts';
import { pipeline, waitForBuilds } from '../pipeline.ts';
import type { Scene } from '../scene.ts';

const slug = 'ada/required';
const path = `/api/repos/${slug}`;
const name = 'continuous-integration/millrace';
const ofMain = `${name}/pr/main`;

/** Excludes requests that change only documents. */
const docs = `${pipeline}trigger: { paths: { exclude: [ "docs/**" ] } }\n`;
const onlyTags = `${pipeline}trigger: { event: tag }\n`;
const onlySecret = 'kind: secret\nname: token\nget: { path: a, name: b }\n';
const open: Partial<Repo> = { protected: false, ignore_forks: false, ignore_pull_requests: false };

/** Authors of requests: a branch of a writer, and the fork of a stranger. */
const authors = ['ada', 'stranger'] as const;

interface Trick {
  settings?: Partial<Repo>;
  title?: string;
  message?: string;
  file?: string;
}
/** Ways to have no build, which must not look like a successful one. */
const tricks: [string, Trick][] = [
  ['a marker in the title', { title: 'Quickly [skip ci]' }],
  ['a marker in the head commit', { message: 'Quickly [ci skip]' }],
  ['a file with a trigger that fits nothing', { file: onlyTags }],
  ['a file with only a secret', { file: onlySecret }],
  ['pull requests disabled', { settings: { ignore_pull_requests: true } }],
];
/** Branch rules of a forge may require the status of a pull request. Its author must not be able to decide it. */
export function describeRequiredStatuses(scene: Scene): void {
  describe('required status', () => {
    let ada: Person;
    let boss: Person;
    let fork = '';
    let count = 0;

    beforeAll(async () => {
      const { testForge, forge } = scene;
      ada = await forge.signIn('ada');
      boss = await forge.signIn('boss');
      await testForge.addRepo('ada', 'required');
      await ada.sync();
      await ada.call('POST', path);
      for (const [branch, file] of [
        ['main', docs],
        ['easy', onlyTags],
        ['other', pipeline],
      ] as const) {
        await testForge.push('ada', slug, branch, { '.drone.yml': file }, `Start ${branch}`);
      }
      await waitForBuilds(ada, slug, { event: 'push', target: 'main' });
      if (!(await testForge.listHooks(slug)).length) throw new Error('No webhook');
      await testForge.addAccount('stranger').catch(() => {});
      fork = await testForge.fork(slug, 'stranger');
    });
    beforeEach(() => set({}));

    const set = async (settings: Partial<Repo>) => {
      const changed = await boss.call('PATCH', path, { ...open, ...settings });
      expect(changed.body).toMatchObject({ ...open, ...settings });
    };

    /** Pushes a new branch and proposes it. */
    const propose = async (
      login: string,
      { title, message, file }: Trick,
      { files = {}, to = 'main' }: { files?: Record<string, string>; to?: string } = {},
    ) => {
      count += 1;
      const branch = `request-${count}`;
      const from = login === 'ada' ? slug : fork;
      const all = { [`code-${count}`]: '1', '.drone.yml': file ?? docs, ...files };
      const sha = await scene.testForge.push(
        login,
        from,
        branch,
        all,
        message ?? `Change ${count}`,
      );
      const request = { from, branch, title: title ?? branch, to };
      const number = await scene.testForge.openPullRequest(login, slug, request);
      return { sha, number, branch };
    };
    /** Bitbucket accepts no status for the commits of a fork. */
    const hidesStatusOf = (login: string) =>
      scene.testForge.kind === 'bitbucket' && login === 'stranger';
    const findStatus = async (sha: string, context: string) => {
      const statuses = await scene.testForge.listStatuses(slug, sha);
      return statuses.find((status) => status.context === context);
    };
    const shown = (sha: string, context: string, status: object) =>
      expect
        .poll(() => findStatus(sha, context), { timeout: 30_000 })
        .toMatchObject({ state: expect.stringMatching(/./), ...status });
    const pending = { state: expect.stringMatching(/^(pending|INPROGRESS)$/) };
    const success = { state: expect.stringMatching(/^(success|SUCCESSFUL)$/) };
    const ended = { state: expect.stringMatching(/^(error|canceled|STOPPED)$/) };
    const buildOf = async (sha: string, target: string) => {
      const [build] = await waitForBuilds(ada, slug, { after: sha, event: 'pull_request', target });
      if (!build) throw new Error('No build');
      return build;
    };
    const finish = async ({ number }: Build, status: 'success' | 'failure') => {
      const { body } = await ada.call('GET', `${path}/builds/${number}`);
      const api = runnerApiOf(scene.forge.server);
      const params = { stage: body.stages[0].id };
      const stage = await api.acceptStage({ params, query: { machine: 'tester' } });
      await api.updateStage({ params, body: { ...stage, status, started: 1, stopped: 2 } });
    };

    it.each(tricks)('is pending after a request with %s', async (_, { settings, ...trick }) => {
      for (const isProtected of [false, true]) {
        await set({ ...settings, protected: isProtected });
        for (const login of authors.filter((author) => !hidesStatusOf(author))) {
          const { sha } = await propose(login, trick);
          const description = expect.stringMatching(/^Build was skipped: /);
          await shown(sha, ofMain, { ...pending, description });
        }
      }
    });

    it('is pending if a fork is not allowed to build', async () => {
      if (hidesStatusOf('stranger')) return;
      await set({ ignore_forks: true });
      const { sha } = await propose('stranger', {});
      await shown(sha, ofMain, {
        ...pending,
        description: 'Build was skipped: forks are disabled',
      });
    });

    it('names the reason', async () => {
      const { sha } = await propose('ada', { file: onlyTags, title: 'Docs' });
      await shown(sha, ofMain, {
        ...pending,
        description: 'Build was skipped: no pipeline is for this pull request',
      });
    });

    it('is a success if the file of the target branch excludes the changed paths', async () => {
      count += 1;
      const branch = `docs-${count}`;
      const docs = await scene.testForge.push('ada', slug, branch, { 'docs/a.md': '1' }, branch);
      await scene.testForge.openPullRequest('ada', slug, { from: slug, branch, title: branch });
      await shown(docs, ofMain, {
        ...success,
        description: 'Build was skipped: no pipeline on main is for this pull request',
      });
    });

    it('has one context for each target branch, and follows a new one', async () => {
      const { sha, number } = await propose(
        'ada',
        {},
        { to: 'easy', files: { '.drone.yml': onlyTags } },
      );
      await shown(sha, `${name}/pr/easy`, success);
      expect(await findStatus(sha, ofMain)).toBeUndefined();
      await scene.testForge.editPullRequest('ada', slug, number, { to: 'main' });
      await shown(sha, ofMain, pending);
    });

    it('of a build is for its target branch alone', async () => {
      const { sha, number } = await propose('ada', {}, { to: 'other' });
      await finish(await buildOf(sha, 'other'), 'success');
      await shown(sha, `${name}/pr/other`, success);
      await scene.testForge.editPullRequest('ada', slug, number, { to: 'main' });
      const build = await buildOf(sha, 'main');
      expect(build.action).toBe('synchronized');
      await finish(build, 'failure');
      await shown(sha, ofMain, { description: 'Build is failing' });
      await shown(sha, `${name}/pr/other`, success);
    });

    it('of a superseded build is no success', async () => {
      await set({ auto_cancel_pull_requests: true } as Partial<Repo>);
      const { sha, branch } = await propose('ada', {});
      await buildOf(sha, 'main');
      await scene.testForge.push('ada', slug, branch, { more: '1' }, 'More');
      await shown(sha, ofMain, { ...ended, description: 'Build was superseded' });
      await set({ auto_cancel_pull_requests: false } as Partial<Repo>);
    });
  });
}
