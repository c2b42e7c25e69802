import type { Config } from '../config/config.ts';
import { generatePassword } from '../features/users/generate-password.ts';
import type { UserService } from '../features/users/user-service.ts';
import type { UserStore } from '../features/users/user-store.ts';
import { StartError } from '../shared/start-error.ts';

export interface FirstAdmin {
  login: string;
  /** Set when it was generated, so that it can be shown once. */
  password: string | null;
}

/**
 * Makes the first account at first start; null when there are accounts already. Where people sign in at
 * a forge and some of them are named as admins, there is one only if its password is given.
 */
export async function ensureAdmin(
  users: UserService,
  store: UserStore,
  config: Pick<Config, 'adminLogin' | 'adminPassword' | 'forge'>,
): Promise<FirstAdmin | null> {
  if ((await store.count()) > 0) return null;
  const { remote, admins } = config.forge;
  if (remote && admins.length > 0 && !config.adminPassword) return null;
  const password = config.adminPassword ?? generatePassword();
  try {
    await users.createAccount({
      login: config.adminLogin,
      password,
      email: `${config.adminLogin}@localhost`,
      admin: true,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The first account ${config.adminLogin} cannot be made: ${reason}.`);
  }
  return { login: config.adminLogin, password: config.adminPassword ? null : password };
}
