import { servedConfig } from './page-config.ts';

/** Returns whether the server supports the API extensions of Millrace. */
export function hasServerExtras(): boolean {
  return servedConfig?.extras === true;
}

/** Returns whether the server manages passwords and permissions itself, without a forge. */
export function hasOwnAccounts(): boolean {
  const { signIn } = servedConfig ?? {};
  return hasServerExtras() && signIn !== undefined && !signIn.forge;
}
