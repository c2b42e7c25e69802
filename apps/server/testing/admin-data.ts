import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { createLogger } from '@millrace/node-kit/logger';
import { cheapHash } from '@millrace/test-support/cheap-password';
import { readConfig } from '../src/config/config.ts';
import { openDataDir } from '../src/config/data-dir.ts';
import { ContributionList } from '../src/contributions.ts';
import { createCore } from '../src/create-core.ts';
import { password } from './password.ts';

const template = 'MILLRACE_TEST_ADMIN_DATA';

/** Creates the data of a server that has started before, with the account `admin`, for {@link copyAdminData}. */
export async function makeAdminData(dataDir: string): Promise<void> {
  const config = readConfig({ MILLRACE_DATA: dataDir });
  const dirs = await openDataDir(config);
  const logger = createLogger('silent');
  const { core, close } = await createCore({
    config,
    dirs,
    logger,
    contributed: new ContributionList().all,
  });
  const admin = { login: 'admin', password: null, email: 'admin@localhost', admin: true };
  const { id } = await core.users.createAccount(admin);
  const cheap = { password_hash: cheapHash(password) };
  await core.db.updateTable('users').set(cheap).where('id', '=', id).execute();
  await close();
  process.env[template] = dataDir;
}

/**
 * Copies this data into a folder that does not exist yet: migrations, and hashing a password as slowly as it should be,
 * take most of a first start.
 */
export async function copyAdminData(dataDir: string): Promise<void> {
  const source = process.env[template];
  if (!source || existsSync(dataDir)) return;
  await cp(source, dataDir, { recursive: true });
}
