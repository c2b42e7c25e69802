import { expect, it, onTestFinished } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import { newRepo } from '../../repositories/new-repo.ts';
import { newBuild } from '../builds/new-build.ts';
import { CommitStatusStore } from './commit-status-store.ts';

const commit = {
  ...{ sha: 'c0ffee', message: 'Change', committedSec: 1 },
  ...{ authorLogin: '', authorName: '', authorEmail: '', authorAvatar: '' },
};
const request = {
  ...({ event: 'push', trigger: '@hook', sender: 'ada' } as const),
  ...{ ref: 'refs/heads/main', target: 'main', commit },
};

it('keeps no repository waiting for the many builds of another one', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  const { db, repos, changeBuild } = server.core;
  const { id: ownerId } = await server.addUser('ada');
  const statuses = new CommitStatusStore(db);
  const build = async (name: string, count: number) => {
    const facts = { uid: name, namespace: 'ada', name, ownerId, forge: 'gitea', active: true };
    const { id: repoId } = await repos.insert(newRepo(facts, 1));
    const ids: number[] = [];
    for (let at = 0; at < count; at++) {
      const made = newBuild(repoId, request, { error: 'none', warnings: [], link: '', now: 1 });
      const created = await changeBuild.create({ build: made, file: { config: '' }, stages: [] });
      if (created) ids.push(created.id);
    }
    const changes = ids.map((buildId, at) => ({ id: at + 1, buildId, repoId }));
    await statuses.takeOver(changes, count, 1);
    return { repoId, buildId: ids[0] };
  };
  const busy = await build('busy', 101);
  const other = await build('other', 1);
  const due = (await statuses.listDue(1)).map(({ repoId, buildId }) => ({ repoId, buildId }));
  expect(due).toEqual([busy, other]);
});
