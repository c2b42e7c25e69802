import { newLogin } from '@millrace/contract/schemas';
import { errorMessage } from '@millrace/node-kit/error-message';
import { StartError } from '@millrace/node-kit/start-error';
import { generatePassword } from '../accounts/generate-password.ts';
import type { UserService } from '../accounts/user-service.ts';
import type { UserStore } from '../accounts/user-store.ts';
import type { Config } from '../config/config.ts';

export interface FirstAdmin {
  login: string;
  /** Set if the password was generated, to show it once. */
  password: string | null;
}

/**
 * Creates the first account at the first start. Returns null if accounts exist. Also returns null if users
 * sign in at a forge, admins are configured, and no password is.
 */
export async function ensureAdmin(
  users: UserService,
  store: UserStore,
  config: Pick<Config, 'adminLogin' | 'adminPassword' | 'forge'>,
): Promise<FirstAdmin | null> {
  if ((await store.count()) > 0) return null;
  const { remote, admins } = config.forge;
  if (remote && admins.length > 0 && !config.adminPassword) return null;
  const login = readLogin(config.adminLogin);
  const password = config.adminPassword ?? generatePassword();
  try {
    await users.createAccount({ login, password, email: `${login}@localhost`, admin: true });
  } catch (error) {
    throw new StartError(`The first account ${login} cannot be created: ${errorMessage(error)}.`);
  }
  return { login, password: config.adminPassword ? null : password };
}

function readLogin(text: string): string {
  const checked = newLogin.safeParse(text);
  if (checked.success) return checked.data;
  throw new StartError(`MILLRACE_ADMIN_LOGIN: ${checked.error.issues[0]?.message}.`);
}
