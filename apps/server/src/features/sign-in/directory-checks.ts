import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { UserStore } from '../../accounts/user-store.ts';
import { SpreadChecks } from '../../shared/spread-checks.ts';
import type { ExternalAccounts } from './external-accounts.ts';
import type { ExternalIdentityStore } from './external-identity-store.ts';
import type { LdapDirectory } from './ldap-directory.ts';

interface Deps {
  directory: Pick<LdapDirectory, 'findBySubject'>;
  identities: Pick<ExternalIdentityStore, 'count' | 'listDue' | 'setChecked'>;
  accounts: Pick<ExternalAccounts, 'recheck' | 'leave'>;
  userStore: Pick<UserStore, 'findById'>;
  maxPerMinute: number;
  /** Time within which every account is checked. */
  withinMinutes: number;
  clock: Clock;
  logger: Logger;
}

interface Linked {
  userId: number;
  subject: string;
}

/**
 * Checks every account of the directory at intervals, because tokens and roles of teams stay valid without a sign-in. An
 * account that the directory lists again gets its access back.
 */
export function createDirectoryChecks(deps: Deps): SpreadChecks<Linked> {
  const { directory, identities, accounts, userStore } = deps;
  return new SpreadChecks({
    ...deps,
    failure: 'An account could not be checked in the LDAP directory',
    count: () => identities.count('ldap'),
    listDue: (olderThan, _now, limit) => identities.listDue('ldap', olderThan, limit),
    // All calls use the same service account.
    groupOf: () => 0,
    setChecked: ({ userId }, checked) => identities.setChecked(userId, 'ldap', checked),
    check: async ({ userId, subject }) => {
      const user = await userStore.findById(userId);
      if (!user) return 'done';
      const person = await directory.findBySubject(subject);
      if (person) await accounts.recheck(user, person);
      else await accounts.leave(user, 'ldap');
      return 'done';
    },
  });
}
