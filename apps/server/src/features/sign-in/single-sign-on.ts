import type { AccountRules } from '../../config/account-rules.ts';
import type { Contributed } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import { isNamespaceUsed } from '../../db/namespace-data.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { askAll } from '../../shared/ask.ts';
import type { AccountRights } from './account-rights.ts';
import type { Admissions } from './admissions.ts';
import { BackChannelLogout } from './back-channel-logout.ts';
import { createDirectoryChecks } from './directory-checks.ts';
import { ExternalAccounts } from './external-accounts.ts';
import { ExternalIdentityStore } from './external-identity-store.ts';
import type { LdapDirectory } from './ldap-directory.ts';
import { LogoutTokenStore } from './logout-token-store.ts';
import { OidcSignIn } from './oidc-sign-in.ts';
import { openDirectory, openProvider } from './open-providers.ts';
import { PasswordSignIn } from './password-sign-in.ts';
import type { PendingSignIns } from './pending-sign-ins.ts';

interface Deps {
  core: Core;
  contributed: Pick<Contributed, 'mappedGroups' | 'namespaceData' | 'onGroupsReported'>;
  rights: AccountRights;
  admissions: Admissions;
  pendingSignIns: PendingSignIns;
}

const noRules: AccountRules = {
  allowedGroups: [],
  adminGroups: [],
  createsAccounts: false,
  linksAccounts: false,
  loginDomain: '',
};

/** Creates the sign-in with passwords of this server and of a directory, and at a provider. */
export function createSingleSignOn({
  core,
  contributed,
  rights,
  admissions,
  pendingSignIns,
}: Deps) {
  const { config, db, logger } = core;
  const firstAdmin = config.adminLogin;
  const identities = new ExternalIdentityStore(core);
  const accountsFor = (rules: AccountRules) =>
    new ExternalAccounts({
      ...core,
      identities,
      rights,
      admissions,
      rules,
      firstAdmin,
      isNamespaceUsed: (name) => isNamespaceUsed(contributed.namespaceData, db, name),
      reportGroups: async (...reported) =>
        void (await askAll(contributed.onGroupsReported, ...reported)),
    });
  const listMappedGroups = async () => (await askAll(contributed.mappedGroups)).flat();
  const directory = config.ldap && openDirectory(config.ldap, { logger, listMappedGroups });
  const accounts = accountsFor(config.ldap?.rules ?? noRules);
  const redirectUrl = () => `${core.publicUrl()}/login/oidc/callback`;
  const provider = config.oidc && openProvider({ settings: config.oidc, redirectUrl, logger });
  return {
    prepare: async () => directory?.prepare(),
    passwordSignIn: new PasswordSignIn({ ...core, directory, accounts, admissions, firstAdmin }),
    backChannelLogout:
      provider &&
      new BackChannelLogout({ ...core, provider, identities, tokens: new LogoutTokenStore(db) }),
    oidcSignIn:
      provider &&
      config.oidc &&
      new OidcSignIn({
        provider,
        pendingSignIns,
        accounts: accountsFor(config.oidc.rules),
      }),
    checks:
      config.ldap &&
      directory &&
      createChecksJob(core, {
        directory,
        identities,
        accounts,
        withinMinutes: config.ldap.checkMinutes,
      }),
    /** Checks the accounts of the directory in the next minutes. */
    checkSoon: async () => {
      if (directory) await identities.setAllDue('ldap');
    },
  };
}

function createChecksJob(
  core: Core,
  parts: {
    directory: Pick<LdapDirectory, 'findBySubject'>;
    identities: ExternalIdentityStore;
    accounts: ExternalAccounts;
    withinMinutes: number;
  },
): RepeatedJob {
  const { maxPerMinute } = core.config.forge.checks;
  const checks = createDirectoryChecks({ ...core, ...parts, maxPerMinute });
  return new RepeatedJob({
    ...core,
    everyMs: 60_000,
    failure: 'The background checks of accounts in the LDAP directory failed',
    work: (stopped) => checks.tick(stopped),
  });
}
