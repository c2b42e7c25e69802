import type { AllowedAccounts } from '../config/forge-settings.ts';
import type { CheckedAccount } from '../forges/forge.ts';

interface Rule {
  /** Logins that are always allowed. */
  admins: readonly string[];
  allowed: AllowedAccounts;
}

/** Returns whether an account of the forge may sign in here. Its organizations may change at any time. */
export async function isAllowed(
  { admins, allowed }: Rule,
  { account, isInvited, listOrganisations }: CheckedAccount,
): Promise<boolean> {
  const login = account.login.toLowerCase();
  if (allowed === 'everyone' || isInvited || admins.includes(login)) return true;
  if (allowed.logins.includes(login)) return true;
  if (allowed.organisations.length === 0) return false;
  const names = await listOrganisations();
  return names.some((name) => allowed.organisations.includes(name.toLowerCase()));
}
