import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const oidc = {
  MILLRACE_OIDC_ISSUER: 'https://sso.example.com/realms/example/',
  MILLRACE_OIDC_CLIENT_ID: 'millrace',
  MILLRACE_OIDC_CLIENT_SECRET: 'secret',
};
const ldap = { MILLRACE_LDAP_URL: 'ldap://ldap.example.com', MILLRACE_LDAP_BASE: 'dc=example' };

it('reads the provider, with its issuer as written', () => {
  const settings = readConfig({ ...oidc, MILLRACE_OIDC_ADMIN_GROUPS: 'admins, Owners' }).oidc;
  expect(settings).toMatchObject({
    issuer: oidc.MILLRACE_OIDC_ISSUER,
    scopes: 'openid profile email',
    loginClaim: 'preferred_username',
    rules: { adminGroups: ['admins', 'Owners'], createsAccounts: true, linksAccounts: false },
  });
});

it.each([
  ['ldap://ldap.example.com', true],
  ['ldap://127.0.0.1:3890', false],
  ['ldaps://ldap.example.com', false],
])('uses StartTLS for %s: %s', (url, expected) => {
  expect(readConfig({ ...ldap, MILLRACE_LDAP_URL: url }).ldap?.usesStartTls).toBe(expected);
});

it('allows to switch passwords off, because the first admin keeps one', () => {
  const config = readConfig({ ...oidc, MILLRACE_PASSWORD_SIGN_IN: 'off' });
  expect(config.forge.passwordSignIn).toBe(false);
});

it.each<[string, Record<string, string>]>([
  ['MILLRACE_OIDC_ISSUER', { MILLRACE_OIDC_CLIENT_ID: 'millrace' }],
  ['must be an https address', { ...oidc, MILLRACE_OIDC_ISSUER: 'http://sso.example.com' }],
  ['MILLRACE_OIDC_CLIENT_SECRET', { ...oidc, MILLRACE_OIDC_CLIENT_SECRET: '' }],
  ['must contain openid', { ...oidc, MILLRACE_OIDC_SCOPES: 'profile' }],
  ['MILLRACE_LDAP_BASE', { MILLRACE_LDAP_URL: 'ldaps://ldap.example.com' }],
  ['must be as ldaps://HOST', { ...ldap, MILLRACE_LDAP_URL: 'http://ldap.example.com' }],
  ['must be set together', { ...ldap, MILLRACE_LDAP_BIND_DN: 'cn=service' }],
  ['must contain {login}', { ...ldap, MILLRACE_LDAP_FILTER: '(uid=ada)' }],
  ['MILLRACE_LDAP_CA_FILE cannot be read', { ...ldap, MILLRACE_LDAP_CA_FILE: '/missing.pem' }],
  ['MILLRACE_OIDC_ISSUER cannot be set', { ...oidc, ...giteaForge() }],
])('reports an invalid setting: %s', (message, env) => {
  expect(() => readConfig(env)).toThrow(message);
});

function giteaForge() {
  return {
    MILLRACE_URL: 'https://ci.example.com',
    MILLRACE_FORGE: 'gitea',
    MILLRACE_FORGE_URL: 'https://git.example.com',
    MILLRACE_FORGE_CLIENT_ID: 'id',
    MILLRACE_FORGE_CLIENT_SECRET: 'secret',
  };
}
