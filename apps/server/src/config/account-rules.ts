import { type Environment, readChoice, readList, readText } from './read-variable.ts';

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

/** @param prefix start of the names of the variables, such as `MILLRACE_LDAP_` */
export function readAccountRules(env: Environment, prefix: string): AccountRules {
  return {
    allowedGroups: readList(env, `${prefix}ALLOWED_GROUPS`),
    adminGroups: readList(env, `${prefix}ADMIN_GROUPS`),
    createsAccounts: readChoice(env, `${prefix}CREATE_ACCOUNTS`, ['on', 'off']) === 'on',
    linksAccounts: readChoice(env, `${prefix}LINK_ACCOUNTS`, ['off', 'on']) === 'on',
    loginDomain: readText(env, `${prefix}LOGIN_DOMAIN`, '').toLowerCase(),
  };
}
