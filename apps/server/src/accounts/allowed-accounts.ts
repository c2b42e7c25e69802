import type { AllowedAccounts } from '../config/forge-settings.ts';
import type { CheckedAccount } from '../forges/forge.ts';

interface Rule {
  /** Logins that are always allowed. */
  admins: readonly string[];
  allowed: AllowedAccounts;
}

/** Whether an account of the forge may have an account here. The organisations may change at any time. */
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
