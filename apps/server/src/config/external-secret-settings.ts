import { resolve } from 'node:path';
import { StartError } from '@millrace/node-kit/start-error';
import {
  type Environment,
  readCertificates,
  readList,
  readText,
  readUrl,
  readWhole,
} from './read-variable.ts';

/** How the server signs in to Vault. `mount` is the path of the auth method. */
export type VaultAuth =
  | { method: 'token'; token: string }
  | { method: 'approle'; mount: string; roleId: string; secretId: string }
  | { method: 'kubernetes'; mount: string; role: string; tokenFile: string };

/** A HashiCorp Vault with secrets for builds. */
export interface VaultSettings {
  url: string;
  namespace: string | undefined;
  /** Certificates of the authorities that signed Vault's; undefined for those that Node trusts. */
  ca: string | undefined;
  auth: VaultAuth;
  timeoutMs: number;
  /** Paths that every repository may read, with `{namespace}` and `{name}`. */
  paths: readonly string[];
}

/** A folder with secrets for builds. */
export interface SecretFolderSettings {
  folder: string;
  /** Paths that every repository may read, with `{namespace}` and `{name}`. */
  paths: readonly string[];
}

export interface ExternalSecretSettings {
  vault: VaultSettings | null;
  folder: SecretFolderSettings | null;
}

const vaultPrefix = 'MILLRACE_VAULT_';
const kubernetesTokenFile = '/var/run/secrets/kubernetes.io/serviceaccount/token';

export function readExternalSecretSettings(env: Environment): ExternalSecretSettings {
  return { vault: readVault(env), folder: readFolder(env) };
}

function readVault(env: Environment): VaultSettings | null {
  const url = readUrl(env, 'MILLRACE_VAULT_ADDR');
  if (!url) {
    const other = Object.keys(env).find((name) => name.startsWith(vaultPrefix) && env[name]);
    if (!other) return null;
    throw new StartError(`${other} is set, so set MILLRACE_VAULT_ADDR too, to https://HOST:8200.`);
  }
  return {
    url,
    namespace: readText(env, 'MILLRACE_VAULT_NAMESPACE')?.trim(),
    ca: readCertificates(env, 'MILLRACE_VAULT_CA_FILE'),
    auth: readAuth(env),
    timeoutMs: readWhole(env, 'MILLRACE_VAULT_TIMEOUT_SECONDS', 10, 1, 60) * 1000,
    paths: readPaths(env, 'MILLRACE_VAULT_PATHS', 'secret/millrace/{namespace}/{name}/**'),
  };
}

function readAuth(env: Environment): VaultAuth {
  const token = readText(env, 'MILLRACE_VAULT_TOKEN')?.trim();
  const roleId = readText(env, 'MILLRACE_VAULT_ROLE_ID')?.trim();
  const secretId = readText(env, 'MILLRACE_VAULT_SECRET_ID')?.trim() ?? '';
  const role = readText(env, 'MILLRACE_VAULT_KUBERNETES_ROLE')?.trim();
  const mount = readText(env, 'MILLRACE_VAULT_AUTH_MOUNT')?.replace(/^\/+|\/+$/g, '');
  const given = [token, roleId, role].filter(Boolean);
  if (given.length !== 1) {
    throw new StartError(
      'MILLRACE_VAULT_ADDR is set, so set one of MILLRACE_VAULT_TOKEN, MILLRACE_VAULT_ROLE_ID and ' +
        'MILLRACE_VAULT_KUBERNETES_ROLE.',
    );
  }
  if (token) return { method: 'token', token };
  if (roleId) return { method: 'approle', mount: mount || 'approle', roleId, secretId };
  const tokenFile = readText(env, 'MILLRACE_VAULT_KUBERNETES_TOKEN_FILE', kubernetesTokenFile);
  return { method: 'kubernetes', mount: mount || 'kubernetes', role: role ?? '', tokenFile };
}

function readFolder(env: Environment): SecretFolderSettings | null {
  const folder = readText(env, 'MILLRACE_SECRETS_DIR')?.trim();
  const paths = readPaths(env, 'MILLRACE_SECRETS_PATHS', '{namespace}/{name}/**');
  return folder ? { folder: resolve(folder), paths } : null;
}

function readPaths(env: Environment, name: string, usual: string): string[] {
  readText(env, name, usual);
  const paths = env[name] ? readList(env, name) : [usual];
  const wrong = paths.find((path) => !isTemplate(path));
  if (wrong === undefined) return paths;
  throw new StartError(
    `${name} must have paths as in ci/{namespace}/{name}/**, where * is one part and ** at the end is ` +
      `all further ones; "${wrong}" is none.`,
  );
}

/** Returns whether all parts of a path are texts with placeholders, `*`, or `**` at the end. */
function isTemplate(path: string): boolean {
  const parts = path.split('/');
  return parts.every((part, index) => {
    const isOpenEnd = part === '**' && index === parts.length - 1;
    return isOpenEnd || part === '*' || /^(?:[^*{}]|\{namespace\}|\{name\})+$/.test(part);
  });
}
