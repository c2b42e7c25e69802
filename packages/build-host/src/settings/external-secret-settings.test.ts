import { expect, it } from 'vitest';
import { readExternalSecretSettings } from './external-secret-settings.ts';

const addr = 'MILLRACE_VAULT_ADDR';
const vault = { [addr]: 'https://vault:8200/' };
const read = (env: Record<string, string>) => readExternalSecretSettings(env);

it('reads the ways to sign in to Vault', () => {
  const authOf = (env: Record<string, string>) => read({ ...vault, ...env }).vault?.auth;
  expect(authOf({ MILLRACE_VAULT_TOKEN: ' t\n' })).toEqual({ method: 'token', token: 't' });
  const role = { MILLRACE_VAULT_ROLE_ID: 'id', MILLRACE_VAULT_SECRET_ID: 's' };
  const approle = { method: 'approle', mount: 'approle', roleId: 'id', secretId: 's' };
  expect(authOf(role)).toEqual(approle);
  expect(authOf({ ...role, MILLRACE_VAULT_AUTH_MOUNT: '/ci/' })).toEqual({
    ...approle,
    mount: 'ci',
  });
  expect(authOf({ MILLRACE_VAULT_KUBERNETES_ROLE: 'ci' })).toEqual({
    method: 'kubernetes',
    mount: 'kubernetes',
    role: 'ci',
    tokenFile: '/var/run/secrets/kubernetes.io/serviceaccount/token',
  });
});

it('has paths for every repository by default', () => {
  const env = { ...vault, MILLRACE_VAULT_TOKEN: 't', MILLRACE_SECRETS_DIR: '/secrets' };
  const settings = read(env);
  expect(settings.vault?.paths).toEqual(['secret/millrace/{namespace}/{name}/**']);
  expect(settings.folder).toEqual({ folder: '/secrets', paths: ['{namespace}/{name}/**'] });
  const paths = 'ci/{namespace}, ci-{name}/*/x';
  expect(read({ ...env, MILLRACE_SECRETS_PATHS: paths }).folder?.paths).toEqual([
    'ci/{namespace}',
    'ci-{name}/*/x',
  ]);
});

it.each([
  [addr, 'vault:8200', {}],
  ['MILLRACE_VAULT_ROLE_ID', 'id', {}],
  ['MILLRACE_VAULT_ROLE_ID', 'id', { ...vault, MILLRACE_VAULT_TOKEN: 't' }],
  [addr, 'https://vault', {}],
  ['MILLRACE_VAULT_CA_FILE', '/does/not/exist', { ...vault, MILLRACE_VAULT_TOKEN: 't' }],
  ['MILLRACE_SECRETS_PATHS', 'a/**/b', { MILLRACE_SECRETS_DIR: '/secrets' }],
  ['MILLRACE_SECRETS_PATHS', 'a/{owner}', { MILLRACE_SECRETS_DIR: '/secrets' }],
  ['MILLRACE_SECRETS_PATHS', '/a', { MILLRACE_SECRETS_DIR: '/secrets' }],
])('rejects %s=%s, and names the variable', (name, value, env) => {
  expect(() => read({ ...env, [name]: value })).toThrow(name);
});
