import { expect, it } from 'vitest';
import { serverOfFile } from '../../testing/server-of-file.ts';
import { pushSampleRepo } from '../../testing/test-server.ts';
import { inTransaction } from '../db/transaction.ts';
import { BuildChangesStore } from './build-changes-store.ts';

const server = await serverOfFile();
await server.addUser('ada');

it('knows what changed after one that was taken back, or is gone with its repository', async () => {
  const { db } = server.core;
  const store = new BuildChangesStore(db);
  const gone = await pushSampleRepo(server, 'ada', 'gone');
  const first = await store.findNewest();
  const takenBack = inTransaction(db, async (trx) => {
    await new BuildChangesStore(trx).add({ repoId: gone.id, buildId: 1, version: 2 });
    throw new Error('It cannot be committed');
  });
  await expect(takenBack).rejects.toThrow('It cannot be committed');
  const kept = await pushSampleRepo(server, 'ada', 'kept');
  await db.deleteFrom('repos').where('id', '=', gone.id).execute();
  const newest = { id: await store.findNewest(), repoId: kept.id, buildId: expect.any(Number) };
  const changes = [{ ...newest, version: 1, firstVersion: 1 }];
  expect(await store.listAfter(0)).toEqual(changes);
  expect(await store.listAfter(first)).toEqual(changes);
});
