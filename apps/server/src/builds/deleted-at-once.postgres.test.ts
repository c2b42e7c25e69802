import { afterEach, beforeEach, expect, it } from 'vitest';
import { query, waitingForLock } from '../../testing/postgres.ts';
import { makePostgresDatabase, removeTestDatabase } from '../../testing/test-database.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { BuildStore } from './build-store.ts';

let database: string;
let server: TestServer;
beforeEach(async () => {
  database = await makePostgresDatabase();
  server = await startTestServer({ database });
  await server.addUser('ada');
});
afterEach(async () => {
  await server.stop();
  await removeTestDatabase(database);
});

it('deletes a repository after the change of its build that is under way', async () => {
  const { id: repoId } = await pushSampleRepo(server, 'ada');
  const build = await server.core.builds.findByNumber(repoId, 1);
  let deleted: Promise<void> | undefined;
  const changed = server.core.changeBuild.send({ build: build?.id ?? 0 }, async () => {
    deleted = server.core.repos.delete(repoId, (trx) =>
      new BuildStore(trx).lockUnfinished([repoId]),
    );
    await expect.poll(() => query(database, waitingForLock)).toHaveLength(1);
    // The deletion does not lock rows that the change needs before that.
    await query(database, 'select id from repos for key share nowait');
    return { kind: 'warn', text: 'It is about to be deleted' } as const;
  });
  expect((await changed)?.build.warnings).toEqual(['It is about to be deleted']);
  await deleted;
  expect(await server.core.repos.findById(repoId)).toBeUndefined();
});
