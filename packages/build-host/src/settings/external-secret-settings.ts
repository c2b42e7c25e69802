import { defineSettings, type ListRow } from '@millrace/node-kit/settings/define-settings';
import {
  type Environment,
  readSetting,
  readSettings,
} from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';

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

export const vaultSettings = defineSettings({
  url: {
    name: 'MILLRACE_VAULT_ADDR',
    kind: 'url',
    text: 'Address of HashiCorp Vault, such as `https://vault.internal:8200`.',
  },
  namespace: { name: 'MILLRACE_VAULT_NAMESPACE', kind: 'text', text: 'Namespace in Vault.' },
  ca: {
    name: 'MILLRACE_VAULT_CA_FILE',
    kind: 'certificates',
    unset: "Node's authorities",
    text: "Certificates of the authority that signed Vault's certificate, in PEM format.",
  },
  token: {
    name: 'MILLRACE_VAULT_TOKEN',
    kind: 'text',
    secret: true,
    text: 'Token of the server, unless one of the two roles is set.',
  },
  roleId: {
    name: 'MILLRACE_VAULT_ROLE_ID',
    kind: 'text',
    text: 'Role of the auth method AppRole, with its secret id.',
  },
  secretId: {
    name: 'MILLRACE_VAULT_SECRET_ID',
    kind: 'text',
    default: '',
    secret: true,
    unset: 'none',
  },
  role: {
    name: 'MILLRACE_VAULT_KUBERNETES_ROLE',
    kind: 'text',
    text: 'Role of the auth method Kubernetes.',
  },
  tokenFile: {
    name: 'MILLRACE_VAULT_KUBERNETES_TOKEN_FILE',
    kind: 'text',
    default: '/var/run/secrets/kubernetes.io/serviceaccount/token',
    unset: 'that of the pod',
    text: 'File with the token of the service account.',
  },
  mount: {
    name: 'MILLRACE_VAULT_AUTH_MOUNT',
    kind: 'text',
    unset: '`approle` or `kubernetes`',
    text: 'Path of the auth method.',
  },
  timeoutMs: {
    name: 'MILLRACE_VAULT_TIMEOUT_SECONDS',
    kind: 'seconds',
    default: 10,
    min: 1,
    max: 60,
    text: 'Time limit of one request to Vault.',
  },
  paths: {
    name: 'MILLRACE_VAULT_PATHS',
    kind: 'list',
    default: 'secret/millrace/{namespace}/{name}/**',
    text: 'Paths that every repository may read, separated by commas.',
  },
});

export const secretFolderSettings = defineSettings({
  folder: { name: 'MILLRACE_SECRETS_DIR', kind: 'path', text: 'Folder with secrets in files.' },
  paths: {
    name: 'MILLRACE_SECRETS_PATHS',
    kind: 'list',
    default: '{namespace}/{name}/**',
    text: 'Paths in `MILLRACE_SECRETS_DIR` that every repository may read, separated by commas.',
  },
});

export function readExternalSecretSettings(env: Environment): ExternalSecretSettings {
  return { vault: readVault(env), folder: readFolder(env) };
}

function readVault(env: Environment): VaultSettings | null {
  const url = readSetting(env, vaultSettings.url);
  if (!url) {
    const other = Object.keys(env).find((name) => name.startsWith(vaultPrefix) && env[name]);
    if (!other) return null;
    throw new StartError(`${other} is set, so set MILLRACE_VAULT_ADDR too, to https://HOST:8200.`);
  }
  const { namespace, ca, timeoutMs } = readSettings(env, vaultSettings);
  const paths = readPaths(env, vaultSettings.paths);
  return { url, namespace, ca, auth: readAuth(env), timeoutMs, paths };
}

function readAuth(env: Environment): VaultAuth {
  const { token, roleId, secretId, role, tokenFile, ...values } = readSettings(env, vaultSettings);
  const mount = values.mount?.replace(/^\/+|\/+$/g, '');
  const given = [token, roleId, role].filter(Boolean);
  if (given.length !== 1) {
    throw new StartError(
      'MILLRACE_VAULT_ADDR is set, so set one of MILLRACE_VAULT_TOKEN, MILLRACE_VAULT_ROLE_ID and ' +
        'MILLRACE_VAULT_KUBERNETES_ROLE.',
    );
  }
  if (token) return { method: 'token', token };
  if (roleId) return { method: 'approle', mount: mount || 'approle', roleId, secretId };
  return { method: 'kubernetes', mount: mount || 'kubernetes', role: role ?? '', tokenFile };
}

function readFolder(env: Environment): SecretFolderSettings | null {
  const folder = readSetting(env, secretFolderSettings.folder);
  const paths = readPaths(env, secretFolderSettings.paths);
  return folder ? { folder, paths } : null;
}

function readPaths(env: Environment, row: ListRow): string[] {
  const paths = readSetting(env, row);
  const wrong = paths.find((path) => !isTemplate(path));
  if (wrong === undefined) return paths;
  throw new StartError(
    `${row.name} must have paths as in ci/{namespace}/{name}/**, where * is one part and ** at the end is ` +
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
