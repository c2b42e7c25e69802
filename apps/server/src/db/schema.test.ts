import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { dumpSchema } from '../../testing/dump-schema.ts';
import {
  makeTestDatabase,
  removeTestDatabase,
  wantsPostgres,
} from '../../testing/test-database.ts';
import { openDatabase } from './database.ts';

/** After a new migration, `npx vitest run -u --project server --project postgres` with this file writes both files. */
it('migrates an empty database to the schema in the folder `schema`', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-schema-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const databaseUrl = await makeTestDatabase(dir);
  onTestFinished(() => removeTestDatabase(databaseUrl));
  const db = await openDatabase(databaseUrl);
  onTestFinished(() => db.destroy());
  const file = `schema/${wantsPostgres ? 'postgres' : 'sqlite'}.sql`;
  await expect(await dumpSchema(db)).toMatchFileSnapshot(file);
});
