import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@millrace/node-kit/start-error';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from './database.ts';

it('names a file that is not a database, and the reason', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-database-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, 'millrace.db');
  await writeFile(file, 'what a restored backup should not be');
  await expect(openDatabase(file)).rejects.toEqual(
    new StartError(`The database ${file} cannot be opened: file is not a database.`),
  );
});
