import { StartError } from '@millrace/node-kit/start-error';
import { type AccountRules, readAccountRules } from './account-rules.ts';
import { isLoopback } from './loopback.ts';
import { type Environment, readText, readUrl } from './read-variable.ts';

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
const issuerVariable = 'MILLRACE_OIDC_ISSUER';

/** Returns null if no provider is configured. */
export function readOidcSettings(env: Environment): OidcSettings | null {
  const issuer = readText(env, issuerVariable)?.trim();
  if (!issuer) {
    requireNoOther(env);
    return null;
  }
  requireSecure(env, issuer);
  const scopes = readText(env, 'MILLRACE_OIDC_SCOPES')?.trim() || 'openid profile email';
  if (!scopes.split(/\s+/).includes('openid')) {
    throw new StartError(`MILLRACE_OIDC_SCOPES must contain openid, not only "${scopes}".`);
  }
  return {
    issuer,
    clientId: requireValue(env, 'MILLRACE_OIDC_CLIENT_ID'),
    clientSecret: requireValue(env, 'MILLRACE_OIDC_CLIENT_SECRET'),
    name: readText(env, 'MILLRACE_OIDC_NAME')?.trim() ?? '',
    scopes,
    loginClaim: readText(env, 'MILLRACE_OIDC_LOGIN_CLAIM')?.trim() || 'preferred_username',
    groupsClaim: readText(env, 'MILLRACE_OIDC_GROUPS_CLAIM')?.trim() || 'groups',
    rules: readAccountRules(env, prefix),
  };
}

function requireNoOther(env: Environment): void {
  const other = Object.keys(env).find((name) => name.startsWith(prefix) && env[name]?.trim());
  if (!other) return;
  throw new StartError(
    `${other} is set, so set ${issuerVariable} too, to the issuer URL of the OpenID Connect provider.`,
  );
}

/** Without TLS, everyone on the network could sign in as anyone. */
function requireSecure(env: Environment, issuer: string): void {
  readUrl(env, issuerVariable);
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'https:' || isLoopback(hostname)) return;
  throw new StartError(`${issuerVariable} must be an https address, not "${issuer}".`);
}

function requireValue(env: Environment, name: string): string {
  const value = readText(env, name)?.trim();
  if (value) return value;
  throw new StartError(
    `${issuerVariable} is set, so set ${name} to what the provider shows for its client.`,
  );
}
