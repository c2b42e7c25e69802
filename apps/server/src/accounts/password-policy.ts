import type { Config } from '../config/config.ts';

/** Returns whether the account with this login may use a password of this server. */
export type MayUsePassword = (login: string) => boolean;

/**
 * Without password sign-in, only the first admin keeps a password, as a way in while the provider or the
 * directory is away. With a remote forge, `MILLRACE_ADMINS` names an admin, so nobody keeps one.
 */
export function createPasswordPolicy({
  forge,
  adminLogin,
}: Pick<Config, 'forge' | 'adminLogin'>): MayUsePassword {
  if (forge.passwordSignIn) return () => true;
  const first = adminLogin.toLowerCase();
  return (login) => forge.remote === null && login.toLowerCase() === first;
}
