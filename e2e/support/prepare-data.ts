import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cheapHash } from '@millrace/test-support/cheap-password';
import { Millrace, preparedData } from './millrace.ts';

/**
 * Creates the data of a first start once for all tests that do not test a first start. Hashing a password
 * takes a third of a second on purpose, so the admin's password is stored with a very low cost.
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
