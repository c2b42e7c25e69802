import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@millrace/node-kit/start-error';
import { expect, it, onTestFinished } from 'vitest';
import { lockDatabase } from '../../testing/database-lock.ts';
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

it.each(['begin immediate', 'begin exclusive'])(
  'waits for another process that writes a new file (%s)',
  async (begin) => {
    const dir = await mkdtemp(join(tmpdir(), 'millrace-database-'));
    onTestFinished(() => rm(dir, { recursive: true }));
    const file = join(dir, 'millrace.db');
    const lock = await lockDatabase(file, `${begin}; create table other (id)`);
    let isOpen = false;
    const opening = openDatabase(file).finally(() => {
      isOpen = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOpen).toBe(false);
    await lock.release();
    await (await opening).destroy();
  },
);
