import type { TestRepository } from '@millrace/test-support/forges/test-forge';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FileChange } from '../../../src/forges/forge.ts';
import type { Person } from '../forge-server.ts';
import { pipeline, waitForBuilds } from '../pipeline.ts';
import type { Scene } from '../scene.ts';

const file = '.drone.yml';

/** Commits a file as an account, and reads it back. */
async function openFiles(scene: Scene<TestRepository>, slug: string, login: string) {
  const { forge, repos, userStore } = scene.forge.server.core;
  const [author, repo] = [await userStore.findByLogin(login), await repos.findBySlug(slug)];
  if (!author || !repo) throw new Error(`${login} or ${slug} is unknown`);
  const usual = { path: file, branch: 'main', newBranch: '', message: 'Edit the pipeline' };
  return {
    commit: (change: Pick<FileChange, 'base' | 'text'> & Partial<FileChange>) =>
      forge.commitFile(author, repo, { ...usual, ...change }),
    read: (sha: string, path = file) => forge.readFile(repo, sha, path),
    find: async (branch: string) => (await forge.findCommit(repo, `refs/heads/${branch}`))?.sha,
  };
}

export function describeCommittedFiles(scene: Scene<TestRepository>): void {
  describe('committed file', () => {
    const slug = 'ada/edited';
    let ada: Person;
    let files: Awaited<ReturnType<typeof openFiles>>;
    const push = (content: Record<string, string>, branch = 'main') =>
      scene.testForge.push('ada', slug, branch, content, 'Pushed');
    beforeAll(async () => {
      ada = await scene.forge.signIn('ada');
      await scene.testForge.addRepo('ada', 'edited', { isPrivate: true });
      await ada.sync();
      await ada.call('POST', `/api/repos/${slug}`);
      files = await openFiles(scene, slug, 'ada');
    });

    it('is built like a push, with the account as author and sender', async () => {
      const base = await push({ [file]: pipeline, other: '1' });
      const text = pipeline.replace('default', 'edited');
      const after = await files.commit({ base, text, message: 'Rename it\n\nIt was long.' });
      const [build] = await waitForBuilds(ada, slug, { after });
      expect(build).toMatchObject({
        event: 'push',
        before: base,
        ref: 'refs/heads/main',
        sender: 'ada',
        title: 'Rename it',
        message: 'Rename it\n\nIt was long.',
        author_email: expect.stringMatching(/^ada@/),
      });
      expect(await files.read(after)).toBe(text);
      expect(await files.read(after, 'other')).toBe('1');
    });

    it('goes to a new branch, in one push', async () => {
      const base = await push({ [file]: pipeline });
      const text = `${pipeline}# ünusual\n`;
      const after = await files.commit({ base, text, newBranch: 'edits/one' });
      const [build] = await waitForBuilds(ada, slug, { target: 'edits/one' });
      expect(build).toMatchObject({ after });
      expect(await files.find('main')).toBe(base);
      expect(await files.read(after)).toBe(text);
    });

    it('is created if it does not exist', async () => {
      const base = await push({ [file]: pipeline });
      const after = await files.commit({ base, text: 'new\n', path: 'ci/new file.yml' });
      expect(await files.read(after, 'ci/new file.yml')).toBe('new\n');
    });

    it('is added to later commits of other files', async () => {
      const base = await push({ [file]: pipeline });
      await push({ other: 'later' });
      const after = await files.commit({ base, text: `${pipeline}# later\n` });
      expect(await files.read(after, 'other')).toBe('later');
    });

    it('is rejected if another commit has changed it', async () => {
      const base = await push({ [file]: pipeline });
      const theirs = `${pipeline}# theirs\n`;
      const head = await push({ [file]: theirs });
      await expect(files.commit({ base, text: `${pipeline}# mine\n` })).rejects.toMatchObject({
        status: 409,
        message: 'Another commit has changed .drone.yml on main since it was read',
      });
      expect(await files.find('main')).toBe(head);
    });

    it('is rejected if the new branch exists', async () => {
      const base = await push({ [file]: pipeline });
      await push({ other: 'taken' }, 'taken');
      await expect(files.commit({ base, text: 'x', newBranch: 'taken' })).rejects.toMatchObject({
        status: 409,
        message: 'There is already a branch taken',
      });
    });
  });
}

/** The built-in forge leaves the check of permissions to the server. */
export function describeRefusedFiles(scene: Scene): void {
  describe('committed file of an account that may only read', () => {
    it('is refused by the forge', async () => {
      const slug = 'ada/guarded';
      await scene.testForge.addRepo('ada', 'guarded');
      await scene.testForge.addMember(slug, 'bob', 'read');
      const base = await scene.testForge.push('ada', slug, 'main', { [file]: pipeline }, 'First');
      for (const login of ['ada', 'bob']) await (await scene.forge.signIn(login)).sync();
      const files = await openFiles(scene, slug, 'bob');
      await expect(files.commit({ base, text: 'mine' })).rejects.toMatchObject({
        message: expect.stringMatching(/^The forge refused: \S/),
      });
      expect(await files.find('main')).toBe(base);
    });
  });
}
