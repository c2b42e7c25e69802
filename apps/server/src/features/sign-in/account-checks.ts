import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { OpenedForge } from '../../forges/open-forge.ts';
import { ForgeSignInError } from '../../forges/remote/forge-errors.ts';
import { SpreadChecks } from '../../shared/spread-checks.ts';
import { NotAllowedError } from './account-rights.ts';

interface Deps {
  remote: OpenedForge;
  maxPerMinute: number;
  checkAccount: (user: { id: number }) => Promise<void>;
  clock: Clock;
  logger: Logger;
}

/** Checks every account at the forge within an hour, because forges send no event when access ends. */
export function createAccountChecks(deps: Deps): SpreadChecks<number> {
  const { remote, checkAccount } = deps;
  const { identities } = remote;
  const { kind } = remote.forge;
  return new SpreadChecks({
    ...deps,
    failure: 'An account could not be checked at the forge',
    count: () => identities.count(kind),
    listDue: (olderThan, now, limit) => identities.listDue(kind, olderThan, now, limit),
    groupOf: (userId) => userId,
    setChecked: (userId, checked) => identities.setChecked(userId, checked),
    check: async (id) => {
      try {
        await checkAccount({ id });
      } catch (error) {
        // `checkAccount` has already stored that the account lost its access.
        if (!(error instanceof ForgeSignInError || error instanceof NotAllowedError)) throw error;
      }
      return 'done';
    },
  });
}
