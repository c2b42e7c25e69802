import { defineSettings, type TextRow } from '@millrace/node-kit/settings/define-settings';
import {
  type Environment,
  readSetting,
  readSettings,
} from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';
import { type AccountRules, accountRuleSettings, readAccountRules } from './account-rules.ts';
import { isLoopback } from './loopback.ts';

/** LDAP directory whose users sign in with their password there. */
export interface LdapSettings {
  url: string;
  /** Whether a connection that starts without encryption is encrypted before it is used. */
  usesStartTls: boolean;
  /** Certificates of the authorities that signed the directory's; undefined for those that Node trusts. */
  ca: string | undefined;
  /** Service account that searches; null to search anonymously. */
  service: { dn: string; password: string } | null;
  /** Entry below which users are searched. */
  base: string;
  /** Filter of users, with `{login}` for the escaped text of the sign-in form. */
  filter: string;
  loginAttribute: string;
  emailAttribute: string;
  /** Attribute that identifies a user even if it is renamed; null for the usual ones. */
  idAttribute: string | null;
  groupBase: string;
  /** Filter of the groups of a user, with `{dn}` and `{login}`. */
  groupFilter: string;
  /** Time limit of all calls of one sign-in. */
  timeoutMs: number;
  /** Time within which every account and its groups are read again. */
  checkMinutes: number;
  /** Names of groups are in lower case, because directories ignore case. */
  rules: AccountRules;
}

const prefix = 'MILLRACE_LDAP_';
const attribute = {
  kind: 'text',
  format: { pattern: /^[a-zA-Z][\w-]*$/, expected: 'the name of an attribute' },
} as const;
const filter = {
  kind: 'text',
  format: { pattern: /^\(.+\)$/, expected: 'an LDAP filter in parentheses' },
} as const;

export const ldapSettings = defineSettings({
  url: {
    name: 'MILLRACE_LDAP_URL',
    kind: 'text',
    text: '`ldaps://HOST` or `ldap://HOST`, with a port if it is not the usual one.',
  },
  startTls: {
    name: 'MILLRACE_LDAP_START_TLS',
    kind: 'choice',
    choices: ['on', 'off'],
    unset: '`on` for `ldap://` to another machine',
    text: 'Encrypts an `ldap://` connection before it is used.',
  },
  ca: {
    name: 'MILLRACE_LDAP_CA_FILE',
    kind: 'certificates',
    unset: "Node's authorities",
    text: "Certificates of the authority that signed the directory's certificate, in PEM format.",
  },
  bindDn: {
    name: 'MILLRACE_LDAP_BIND_DN',
    kind: 'text',
    unset: 'anonymous',
    text: 'Service account that searches the directory.',
  },
  bindPassword: {
    name: 'MILLRACE_LDAP_BIND_PASSWORD',
    kind: 'exact',
    secret: true,
    unset: 'anonymous',
  },
  base: { name: 'MILLRACE_LDAP_BASE', kind: 'text', text: 'Entry below which users are searched.' },
  filter: {
    ...filter,
    name: 'MILLRACE_LDAP_FILTER',
    unset: '`(uid={login})`',
    text: 'Filter that finds the only entry of a user.',
  },
  loginAttribute: {
    ...attribute,
    name: 'MILLRACE_LDAP_LOGIN_ATTRIBUTE',
    default: 'uid',
    text: 'Attributes with the login of a new account and with the email address.',
  },
  emailAttribute: { ...attribute, name: 'MILLRACE_LDAP_EMAIL_ATTRIBUTE', default: 'mail' },
  idAttribute: {
    ...attribute,
    name: 'MILLRACE_LDAP_ID_ATTRIBUTE',
    unset: '`entryUUID` or `objectGUID`',
    text: 'Attribute that identifies a person forever.',
  },
  groupBase: {
    name: 'MILLRACE_LDAP_GROUP_BASE',
    kind: 'text',
    unset: '`MILLRACE_LDAP_BASE`',
    text: 'Entry below which groups are searched by their `cn`.',
  },
  groupFilter: {
    ...filter,
    name: 'MILLRACE_LDAP_GROUP_FILTER',
    default: '(member={dn})',
    text: 'Filter of the groups of a user, with `{dn}` or `{login}`.',
  },
  timeoutMs: {
    name: 'MILLRACE_LDAP_TIMEOUT_SECONDS',
    kind: 'seconds',
    default: 10,
    min: 1,
    max: 60,
    text: 'Time limit of all calls of the directory in one sign-in.',
  },
  checkMinutes: {
    name: 'MILLRACE_LDAP_CHECK_MINUTES',
    kind: 'whole',
    default: 60,
    min: 1,
    max: 60,
    text: 'Minutes within which every account and its groups are read from the directory again, so that who has left loses access.',
  },
});
export const ldapRuleSettings = accountRuleSettings('LDAP');

/** Returns null if no directory is configured. */
export function readLdapSettings(env: Environment): LdapSettings | null {
  const url = readSetting(env, ldapSettings.url);
  if (!url) {
    const other = Object.keys(env).find((name) => name.startsWith(prefix) && env[name]?.trim());
    if (!other) return null;
    throw new StartError(`${other} is set, so set MILLRACE_LDAP_URL too, to ldaps://HOST.`);
  }
  const { base, groupBase, ...values } = readSettings(env, ldapSettings);
  if (!base) {
    throw new StartError(
      'MILLRACE_LDAP_URL is set, so set MILLRACE_LDAP_BASE to the entry with the users, as dc=example,dc=com.',
    );
  }
  const { loginAttribute, emailAttribute, idAttribute, ca, timeoutMs, checkMinutes } = values;
  const userFilter = values.filter ?? `(${loginAttribute}={login})`;
  requirePlaceholder(ldapSettings.filter, userFilter, ['{login}']);
  requirePlaceholder(ldapSettings.groupFilter, values.groupFilter, ['{dn}', '{login}']);
  const rules = readAccountRules(env, ldapRuleSettings);
  return {
    url,
    usesStartTls: usesStartTls(url, values.startTls),
    ca,
    service: readService(env),
    base,
    filter: userFilter,
    loginAttribute,
    emailAttribute,
    idAttribute: idAttribute ?? null,
    groupBase: groupBase ?? base,
    groupFilter: values.groupFilter,
    timeoutMs,
    checkMinutes,
    rules: {
      ...rules,
      allowedGroups: rules.allowedGroups.map((name) => name.toLowerCase()),
      adminGroups: rules.adminGroups.map((name) => name.toLowerCase()),
    },
  };
}

function usesStartTls(url: string, choice: 'on' | 'off' | undefined): boolean {
  const { protocol, hostname = '', pathname = '' } = URL.parse(url) ?? {};
  if (!/^ldaps?:$/.test(protocol ?? '') || !hostname || !['', '/'].includes(pathname)) {
    throw new StartError(`MILLRACE_LDAP_URL must be as ldaps://HOST or ldap://HOST, not "${url}".`);
  }
  const isEncrypted = protocol === 'ldaps:';
  if (isEncrypted && choice === 'on') {
    throw new StartError(
      'MILLRACE_LDAP_START_TLS is on, so MILLRACE_LDAP_URL must be ldap://HOST.',
    );
  }
  return choice ? choice === 'on' : !isEncrypted && !isLoopback(hostname);
}

function readService(env: Environment): LdapSettings['service'] {
  const dn = readSetting(env, ldapSettings.bindDn);
  const password = readSetting(env, ldapSettings.bindPassword);
  if (!dn && !password) return null;
  // A directory accepts a name without a password as an anonymous client.
  if (dn && password) return { dn, password };
  throw new StartError(
    'MILLRACE_LDAP_BIND_DN and MILLRACE_LDAP_BIND_PASSWORD must be set together.',
  );
}

function requirePlaceholder({ name }: TextRow, text: string, placeholders: string[]): void {
  if (placeholders.some((placeholder) => text.includes(placeholder))) return;
  throw new StartError(`${name} must contain ${placeholders.join(' or ')}, not be "${text}".`);
}
