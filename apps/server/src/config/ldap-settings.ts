import { StartError } from '@millrace/node-kit/start-error';
import { type AccountRules, readAccountRules } from './account-rules.ts';
import { isLoopback } from './loopback.ts';
import {
  type Environment,
  readCertificates,
  readChoice,
  readText,
  readWhole,
} from './read-variable.ts';

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
  /** Names of groups are in lower case, because directories ignore case. */
  rules: AccountRules;
}

const prefix = 'MILLRACE_LDAP_';

/** Returns null if no directory is configured. */
export function readLdapSettings(env: Environment): LdapSettings | null {
  if (!readText(env, 'MILLRACE_LDAP_URL')?.trim()) {
    const other = Object.keys(env).find((name) => name.startsWith(prefix) && env[name]?.trim());
    if (!other) return null;
    throw new StartError(`${other} is set, so set MILLRACE_LDAP_URL too, to ldaps://HOST.`);
  }
  const base = readText(env, 'MILLRACE_LDAP_BASE')?.trim();
  if (!base) {
    throw new StartError(
      'MILLRACE_LDAP_URL is set, so set MILLRACE_LDAP_BASE to the entry with the users, as dc=example,dc=com.',
    );
  }
  const loginAttribute = readAttribute(env, 'LOGIN', 'uid');
  const rules = readAccountRules(env, prefix);
  return {
    ...readConnection(env),
    service: readService(env),
    base,
    filter: readFilter(env, 'FILTER', `(${loginAttribute}={login})`, ['{login}']),
    loginAttribute,
    emailAttribute: readAttribute(env, 'EMAIL', 'mail'),
    idAttribute: readText(env, 'MILLRACE_LDAP_ID_ATTRIBUTE') ? readAttribute(env, 'ID', '') : null,
    groupBase: readText(env, 'MILLRACE_LDAP_GROUP_BASE')?.trim() || base,
    groupFilter: readFilter(env, 'GROUP_FILTER', '(member={dn})', ['{dn}', '{login}']),
    timeoutMs: readWhole(env, 'MILLRACE_LDAP_TIMEOUT_SECONDS', 10, 1, 60) * 1000,
    rules: {
      ...rules,
      allowedGroups: rules.allowedGroups.map((name) => name.toLowerCase()),
      adminGroups: rules.adminGroups.map((name) => name.toLowerCase()),
    },
  };
}

function readConnection(env: Environment): Pick<LdapSettings, 'url' | 'usesStartTls' | 'ca'> {
  const url = readText(env, 'MILLRACE_LDAP_URL')?.trim() ?? '';
  const { protocol, hostname = '', pathname = '' } = URL.parse(url) ?? {};
  if (!/^ldaps?:$/.test(protocol ?? '') || !hostname || !['', '/'].includes(pathname)) {
    throw new StartError(`MILLRACE_LDAP_URL must be as ldaps://HOST or ldap://HOST, not "${url}".`);
  }
  const isEncrypted = protocol === 'ldaps:';
  const usual = isEncrypted || isLoopback(hostname) ? 'off' : 'on';
  const choices = usual === 'on' ? (['on', 'off'] as const) : (['off', 'on'] as const);
  const usesStartTls = readChoice(env, 'MILLRACE_LDAP_START_TLS', choices) === 'on';
  if (isEncrypted && usesStartTls) {
    throw new StartError(
      'MILLRACE_LDAP_START_TLS is on, so MILLRACE_LDAP_URL must be ldap://HOST.',
    );
  }
  return { url, usesStartTls, ca: readCertificates(env, 'MILLRACE_LDAP_CA_FILE') };
}

function readService(env: Environment): LdapSettings['service'] {
  const dn = readText(env, 'MILLRACE_LDAP_BIND_DN')?.trim();
  const password = readText(env, 'MILLRACE_LDAP_BIND_PASSWORD');
  if (!dn && !password) return null;
  // A directory accepts a name without a password as an anonymous client.
  if (dn && password) return { dn, password };
  throw new StartError(
    'MILLRACE_LDAP_BIND_DN and MILLRACE_LDAP_BIND_PASSWORD must be set together.',
  );
}

function readAttribute(env: Environment, name: string, usual: string): string {
  const variable = `${prefix}${name}_ATTRIBUTE`;
  const attribute = readText(env, variable, usual).trim();
  if (/^[a-zA-Z][\w-]*$/.test(attribute)) return attribute;
  throw new StartError(`${variable} must be the name of an attribute, not "${attribute}".`);
}

function readFilter(env: Environment, name: string, usual: string, places: string[]): string {
  const variable = `${prefix}${name}`;
  const filter = readText(env, variable, usual).trim();
  if (!/^\(.+\)$/.test(filter)) {
    throw new StartError(`${variable} must be an LDAP filter in parentheses, not "${filter}".`);
  }
  if (places.some((place) => filter.includes(place))) return filter;
  throw new StartError(`${variable} must contain ${places.join(' or ')}, not be "${filter}".`);
}
