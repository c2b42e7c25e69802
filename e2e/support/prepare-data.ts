import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cheapHash } from '../../apps/server/testing/cheap-password.ts';
import { Millrace, preparedData } from './millrace.ts';

/**
 * Before all tests: what a first start leaves, for the servers of tests that are not about one. To hash a
 * password takes a third of a second on purpose, so the admin's is kept at next to no cost there.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  const millrace = await Millrace.start();
  await millrace.end();
  const db = new DatabaseSync(join(millrace.dataDir, 'millrace.db'));
  db.prepare('update users set password_hash = ?').run(cheapHash(millrace.adminPassword));
  db.close();
  const { dataDir, adminPassword } = millrace;
  process.env[preparedData] = JSON.stringify({ dataDir, adminPassword });
  return () => millrace.dispose();
}
