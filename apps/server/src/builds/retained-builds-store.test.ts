import { expect, it } from 'vitest';
import { makeBuild } from '../../testing/make-build.ts';
import { serverOfFile } from '../../testing/server-of-file.ts';
import { pushSampleRepo } from '../../testing/test-server.ts';
import { RetainedBuildsStore } from './retained-builds-store.ts';

const server = await serverOfFile();
await server.addUser('ada');
const repo = await pushSampleRepo(server, 'ada', 'project');
const builds = new RetainedBuildsStore(server.core.db);

it('lists older builds, newest first, also with facts that cannot be read', async () => {
  // Build 1 is that of the push.
  for (let number = 2; number <= 5; number++) await makeBuild(server.core, repo.id);
  await server.core.db
    .updateTable('builds')
    .set({ params: '{', expired: '{' })
    .where('number', '=', 3)
    .execute();
  const found = await builds.list(repo.id, 5, 2);
  expect(found.map(({ number, expired }) => ({ number, expired }))).toEqual([
    { number: 4, expired: [] },
    { number: 3, expired: [] },
  ]);
});
