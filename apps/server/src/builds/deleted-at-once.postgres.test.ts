import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { query } from '../testing/postgres.ts';
import { makePostgresDatabase, removeTestDatabase } from '../testing/test-database.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../testing/test-server.ts';

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

/** Somebody waits for what another transaction holds. */
const waits = () =>
  vi.waitFor(async () => {
    const waiting = `select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    expect(await query(database, waiting)).toHaveLength(1);
  });

it('deletes a repository while one of its builds changes', async () => {
  const { id: repoId } = await pushSampleRepo(server, 'ada');
  const build = await server.context.builds.findByNumber(repoId, 1);
  let deleted: Promise<void> | undefined;
  const changed = server.context.changeBuild.send({ build: build?.id ?? 0 }, async () => {
    if (deleted) return null;
    deleted = server.context.repos.delete(repoId);
    await waits();
    return { kind: 'warn', text: 'Each waits for the other one now' } as const;
  });
  await expect(changed).resolves.not.toThrow();
  await deleted;
  expect(await server.context.repos.findById(repoId)).toBeUndefined();
});
