import { defineSettings } from '@millrace/node-kit/settings/define-settings';
import { type Environment, readSettings } from '@millrace/node-kit/settings/read-settings';

/** Rules for accounts that sign in through an OpenID Connect provider or an LDAP directory. */
export interface AccountRules {
  /** Groups whose members may sign in; empty for everyone. */
  allowedGroups: string[];
  /** Groups whose members are system admins; empty if the provider does not decide about it. */
  adminGroups: string[];
  /** Whether the first sign-in creates an account. */
  createsAccounts: boolean;
  /** Whether the first sign-in may use an existing account with the same login and a password. */
  linksAccounts: boolean;
  /** Domain of logins that are email addresses, in lower case; empty if it is not limited. */
  loginDomain: string;
}

/** @param source part of the names of the variables */
export function accountRuleSettings(source: 'LDAP' | 'OIDC') {
  return defineSettings({
    allowedGroups: {
      name: `MILLRACE_${source}_ALLOWED_GROUPS`,
      kind: 'list',
      unset: 'everyone',
      text: 'Groups whose members may sign in, separated by commas.',
    },
    adminGroups: {
      name: `MILLRACE_${source}_ADMIN_GROUPS`,
      kind: 'list',
      text: 'Groups whose members are system admins. If unset, admins choose them in Millrace.',
    },
    create: {
      name: `MILLRACE_${source}_CREATE_ACCOUNTS`,
      kind: 'choice',
      choices: ['on', 'off'],
      default: 'on',
      text: 'Whether the first sign-in creates an account.',
    },
    link: {
      name: `MILLRACE_${source}_LINK_ACCOUNTS`,
      kind: 'choice',
      choices: ['off', 'on'],
      default: 'off',
      text: '`on` gives an existing account with the same login to the person who signs in.',
    },
    loginDomain: {
      name: `MILLRACE_${source}_LOGIN_DOMAIN`,
      kind: 'text',
      default: '',
      unset: 'any',
      text: 'Domain of logins that are email addresses. Those of other domains are rejected. If unset, such logins create accounts but never get an existing one.',
    },
  });
}

export function readAccountRules(
  env: Environment,
  rows: ReturnType<typeof accountRuleSettings>,
): AccountRules {
  const { allowedGroups, adminGroups, create, link, loginDomain } = readSettings(env, rows);
  return {
    allowedGroups,
    adminGroups,
    createsAccounts: create === 'on',
    linksAccounts: link === 'on',
    loginDomain: loginDomain.toLowerCase(),
  };
}
