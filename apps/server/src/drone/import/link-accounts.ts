import type { OpenedForge } from '../../forges/open-forges.ts';
import { ForgeSignInError } from '../../forges/remote/forge-errors.ts';
import { AppError } from '../../shared/errors.ts';
import type { ImportedAccount } from './import-accounts.ts';
import type { ImportReport } from './import-report.ts';

const what = 'tokens for the forge';

/**
 * Links accounts to the forge with their tokens, so that pushes are built before anybody signs in. Drone does not
 * store the id of an account at the forge, so the forge is asked. Others are linked when they sign in.
 */
export async function linkAccounts(
  { forge, identities }: OpenedForge,
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
      report.add(what);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      isAway = !(error instanceof ForgeSignInError);
      report.leaveOut(what, login, isAway ? unreachable : rejected);
    }
  }
}

const unreachable = 'the forge did not answer; import again, or sign in once';
const rejected = 'the forge rejects them; the account must sign in once';
