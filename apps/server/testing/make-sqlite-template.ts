import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/db/database.ts';
import { makeAdminData } from './admin-data.ts';

/**
 * Creates a database with the newest schema before all test files, and the data of a server with an account. Each
 * server of a test gets a copy of one of them.
 */
export async function setup(): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-template-'));
  const template = join(dir, 'millrace.db');
  const db = await openDatabase(template);
  await db.destroy();
  process.env.MILLRACE_TEST_SQLITE_TEMPLATE = template;
  await makeAdminData(join(dir, 'admin'));
  return () => rm(dir, { recursive: true });
}
