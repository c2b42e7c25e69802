import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/db/database.ts';

/** Creates a database with the newest schema before all test files. Each test server gets a copy of it. */
export async function setup(): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-template-'));
  const template = join(dir, 'millrace.db');
  const db = await openDatabase(template);
  await db.destroy();
  process.env.MILLRACE_TEST_SQLITE_TEMPLATE = template;
  return () => rm(dir, { recursive: true });
}
