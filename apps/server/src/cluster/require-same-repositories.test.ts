import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTestDatabase, removeTestDatabase } from '../../testing/test-database.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { requireSameRepositories } from './require-same-repositories.ts';

let dir: string;
let databaseUrl: string;
let db: Database;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-repositories-'));
  databaseUrl = await makeTestDatabase(dir);
  db = await openDatabase(databaseUrl);
});
afterEach(async () => {
  await db.destroy();
  await removeTestDatabase(databaseUrl);
  await rm(dir, { recursive: true });
});

it('accepts only the marked folder', async () => {
  await requireSameRepositories(db, dir);
  await requireSameRepositories(db, dir);
  const other = join(dir, 'other');
  await mkdir(other);
  await expect(requireSameRepositories(db, other)).rejects.toThrow(
    /installation\.id is missing\. .*echo [0-9a-f]{16} > /,
  );
  await writeFile(join(other, 'installation.id'), '0123456789abcdef\n');
  await expect(requireSameRepositories(db, other)).rejects.toThrow(
    /are not in .*MILLRACE_REPOSITORIES/,
  );
});

it('starts after an attempt that could not mark the folder', async () => {
  const late = join(dir, 'late');
  await expect(requireSameRepositories(db, late)).rejects.toThrow('ENOENT');
  await mkdir(late);
  await requireSameRepositories(db, late);
});

it('starts if an earlier server crashed after it had marked the folder', async () => {
  await requireSameRepositories(db, dir);
  await db.deleteFrom('server_state').execute();
  await requireSameRepositories(db, dir);
  await requireSameRepositories(db, dir);
});
