import { servedConfig } from './page-config.ts';

/** Whether the server knows the calls that no other server has. */
export function hasServerExtras(): boolean {
  return servedConfig?.extras === true;
}

/** Whether accounts sign in with a password that this server keeps, and rights are given here. */
export function hasOwnAccounts(): boolean {
  const { signIn } = servedConfig ?? {};
  return hasServerExtras() && signIn?.password === true && !signIn.forge;
}
