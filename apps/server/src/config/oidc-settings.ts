import { defineSettings } from '@millrace/node-kit/settings/define-settings';
import {
  type Environment,
  readSetting,
  readSettings,
} from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';
import { type AccountRules, accountRuleSettings, readAccountRules } from './account-rules.ts';
import { isLoopback } from './loopback.ts';

/** OpenID Connect provider at which users sign in. */
export interface OidcSettings {
  /** As the provider writes it: a trailing slash matters. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Shown on the sign-in page; empty for a general text. */
  name: string;
  scopes: string;
  /** Claim with the login of new accounts. */
  loginClaim: string;
  /** Claim with the names of the groups, or the path to it. */
  groupsClaim: string;
  rules: AccountRules;
}

const prefix = 'MILLRACE_OIDC_';

export const oidcSettings = defineSettings({
  issuer: {
    name: 'MILLRACE_OIDC_ISSUER',
    kind: 'text',
    text: 'Issuer URL of the OpenID Connect provider, exactly as the provider writes it.',
  },
  clientId: {
    name: 'MILLRACE_OIDC_CLIENT_ID',
    kind: 'text',
    text: 'Credentials of the client that you registered at the provider.',
  },
  clientSecret: { name: 'MILLRACE_OIDC_CLIENT_SECRET', kind: 'text', secret: true },
  name: {
    name: 'MILLRACE_OIDC_NAME',
    kind: 'text',
    default: '',
    text: 'Name of the provider on the sign-in page.',
  },
  scopes: {
    name: 'MILLRACE_OIDC_SCOPES',
    kind: 'text',
    default: 'openid profile email',
    text: 'Requested scopes, separated by spaces.',
  },
  loginClaim: {
    name: 'MILLRACE_OIDC_LOGIN_CLAIM',
    kind: 'text',
    default: 'preferred_username',
    text: 'Claim with the login of a new account. Of an email address, the part before `@` is used.',
  },
  groupsClaim: {
    name: 'MILLRACE_OIDC_GROUPS_CLAIM',
    kind: 'text',
    default: 'groups',
    text: 'Claim with the groups, or its path, such as `realm_access.roles`.',
  },
});
export const oidcRuleSettings = accountRuleSettings('OIDC');
const { issuer: issuerRow, clientId, clientSecret } = oidcSettings;

/** Returns null if no provider is configured. */
export function readOidcSettings(env: Environment): OidcSettings | null {
  const issuer = readSetting(env, issuerRow);
  if (!issuer) {
    requireNoOther(env);
    return null;
  }
  requireSecure(env, issuer);
  const { name, scopes, loginClaim, groupsClaim } = readSettings(env, oidcSettings);
  if (!scopes.split(/\s+/).includes('openid')) {
    throw new StartError(`${oidcSettings.scopes.name} must contain openid, not only "${scopes}".`);
  }
  return {
    issuer,
    clientId: requireValue(env, clientId),
    clientSecret: requireValue(env, clientSecret),
    name,
    scopes,
    loginClaim,
    groupsClaim,
    rules: readAccountRules(env, oidcRuleSettings),
  };
}

function requireNoOther(env: Environment): void {
  const other = Object.keys(env).find((name) => name.startsWith(prefix) && env[name]?.trim());
  if (!other) return;
  throw new StartError(
    `${other} is set, so set ${issuerRow.name} too, to the issuer URL of the OpenID Connect provider.`,
  );
}

/** Without TLS, everyone on the network could sign in as anyone. */
function requireSecure(env: Environment, issuer: string): void {
  readSetting(env, { ...issuerRow, kind: 'url' });
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'https:' || isLoopback(hostname)) return;
  throw new StartError(`${issuerRow.name} must be an https address, not "${issuer}".`);
}

function requireValue(env: Environment, row: typeof clientId | typeof clientSecret): string {
  const value = readSetting(env, row);
  if (value) return value;
  throw new StartError(
    `${issuerRow.name} is set, so set ${row.name} to what the provider shows for its client.`,
  );
}
