import { AppError } from '@millrace/contract/api-errors';
import type { UserStore } from '../../accounts/user-store.ts';
import type { OpenedForge } from '../../forges/open-forge.ts';
import { ForgeSignInError } from '../../forges/remote/forge-errors.ts';
import type { ImportedAccount } from './import-accounts.ts';
import type { ImportReport } from './import-report.ts';

const what = 'tokens for the forge';

/**
 * Links accounts to the forge with their tokens, so that pushes are built before anybody signs in. Drone does not
 * store the id of an account at the forge, so the forge is asked. Others are linked when they sign in.
 */
export async function linkAccounts(
  { forge, identities }: OpenedForge,
  userStore: Pick<UserStore, 'update'>,
  accounts: Iterable<ImportedAccount>,
  report: ImportReport,
): Promise<void> {
  let isAway = false;
  for (const { id, login, tokens } of accounts) {
    if (!tokens) continue;
    if (await identities.find(id)) {
      report.know(what);
      continue;
    }
    if (isAway) {
      report.leaveOut(what, login, unreachable);
      continue;
    }
    try {
      await forge.linkAccount(id, tokens);
      await userStore.update(id, { unconfirmed: false });
      report.add(what);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      isAway = !(error instanceof ForgeSignInError);
      report.leaveOut(what, login, isAway ? unreachable : rejected);
    }
  }
}

const unreachable = 'the forge did not answer; import again';
const rejected = 'the forge rejects them; an admin must confirm the account before it signs in';
