import { servedConfig } from './page-config.ts';

/** Returns whether the server has the calls that only Millrace has. */
export function hasServerExtras(): boolean {
  return servedConfig?.extras === true;
}

/** Returns whether this server manages passwords and permissions itself, without a forge. */
export function hasOwnAccounts(): boolean {
  const { signIn } = servedConfig ?? {};
  return hasServerExtras() && signIn?.password === true && !signIn.forge;
}
