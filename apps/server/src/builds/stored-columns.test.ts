import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pushSampleRepo, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { UnreadableColumnError } from '../db/codec.ts';
import type { Repo } from '../domain/repo.ts';

let server: TestServer;
let repo: Repo;
beforeEach(async () => {
  server = await startTestServer();
  await server.addUser('ada');
  repo = await pushSampleRepo(server, 'ada');
});
afterEach(() => server.stop());

const stages = () => server.core.db.updateTable('stages');

describe('a column that cannot be read', () => {
  it('hides one build from lists, and no other one', async () => {
    const { db, builds } = server.core;
    const other = await pushSampleRepo(server, 'ada', 'other');
    await db.updateTable('builds').set({ params: '[]' }).where('repo_id', '=', repo.id).execute();
    const listed = await builds.listRecent([repo.id, other.id], 10);
    expect(listed.map(({ repoId }) => repoId)).toEqual([other.id]);
    await expect(builds.findByNumber(repo.id, 1)).rejects.toThrow(UnreadableColumnError);
  });

  it('keeps one stage from runners, and no other one', async () => {
    const { stages: stageStore } = server.core;
    await stages().set({ labels: '{"gpu":1}' }).where('name', '=', 'first').execute();
    expect((await stageStore.listOpen()).map(({ name }) => name)).toEqual(['second']);
  });

  it('fails the list of the stages of its build, which must not look complete', async () => {
    const { builds, stages: stageStore } = server.core;
    await stages().set({ depends_on: '{}' }).where('name', '=', 'second').execute();
    const build = await builds.findByNumber(repo.id, 1);
    await expect(stageStore.list(build?.id ?? 0)).rejects.toThrow(UnreadableColumnError);
  });

  it('leaves the changed files of a build unknown', async () => {
    const { db, builds } = server.core;
    await db.updateTable('build_configs').set({ changed_paths: '{"paths":[]}' }).execute();
    const build = await builds.findByNumber(repo.id, 1);
    expect((await builds.findFile(build?.id ?? 0)).changedPaths).toBeUndefined();
  });
});
