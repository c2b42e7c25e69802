import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorMessage } from '@millrace/node-kit/error-message';
import { parse } from 'yaml';
import * as z from 'zod/mini';

/** How to reach the API server of a cluster. */
export interface ClusterAccess {
  /** URL without a trailing slash. */
  server: string;
  tls: { ca?: Buffer; cert?: Buffer; key?: Buffer; rejectUnauthorized?: boolean };
  /** Returns the bearer token; undefined for a client certificate. Clusters replace tokens while they are used. */
  readToken(): Promise<string | undefined>;
}

const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

const text = z.optional(z.string());
const kubeconfig = z.object({
  'current-context': text,
  contexts: z.array(
    z.object({ name: z.string(), context: z.object({ cluster: z.string(), user: z.string() }) }),
  ),
  clusters: z.array(
    z.object({
      name: z.string(),
      cluster: z.object({
        server: z.string(),
        'certificate-authority': text,
        'certificate-authority-data': text,
        'insecure-skip-tls-verify': z.optional(z.boolean()),
      }),
    }),
  ),
  users: z.array(
    z.object({
      name: z.string(),
      user: z.object({
        token: text,
        tokenFile: text,
        'client-certificate': text,
        'client-certificate-data': text,
        'client-key': text,
        'client-key-data': text,
      }),
    }),
  ),
});

/**
 * Reads the file in `KUBECONFIG`, or else uses the service account of the Pod in which the runner runs. Throws if neither
 * is possible.
 */
export async function readClusterAccess(
  env: Record<string, string | undefined>,
): Promise<ClusterAccess> {
  if (env.KUBECONFIG) return readKubeconfig(env.KUBECONFIG);
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env;
  if (!host) {
    throw new Error('There is no cluster: this is not a Pod, and KUBECONFIG names no file');
  }
  const ca = await readFile(`${accountFolder}/ca.crt`);
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    server: `https://${name}:${port}`,
    tls: { ca },
    readToken: () => readToken(`${accountFolder}/token`),
  };
}

async function readKubeconfig(path: string): Promise<ClusterAccess> {
  const config = readConfig(path, await readFile(path, 'utf8'));
  const current = config['current-context'];
  const { context } = find(config.contexts, current, 'context');
  const { cluster } = find(config.clusters, context.cluster, 'cluster');
  const { user } = find(config.users, context.user, 'user');
  const folder = dirname(path);
  const read = async (data: string | undefined, file: string | undefined) => {
    if (data !== undefined) return Buffer.from(data, 'base64');
    return file === undefined ? undefined : await readFile(resolve(folder, file));
  };
  const ca = await read(cluster['certificate-authority-data'], cluster['certificate-authority']);
  const cert = await read(user['client-certificate-data'], user['client-certificate']);
  const key = await read(user['client-key-data'], user['client-key']);
  const { token, tokenFile } = user;
  if (token === undefined && tokenFile === undefined && cert === undefined) {
    throw new Error(
      `The user ${context.user} in ${path} has neither a token nor a client certificate`,
    );
  }
  return {
    server: cluster.server.replace(/\/+$/, ''),
    tls: {
      ...(ca ? { ca } : {}),
      ...(cert ? { cert } : {}),
      ...(key ? { key } : {}),
      ...(cluster['insecure-skip-tls-verify'] ? { rejectUnauthorized: false } : {}),
    },
    readToken: async () => (tokenFile ? readToken(resolve(folder, tokenFile)) : token),
  };
}

function readConfig(path: string, content: string) {
  try {
    return z.parse(kubeconfig, parse(content));
  } catch (error) {
    throw new Error(`${path} is no kubeconfig file: ${errorMessage(error)}`);
  }
}

function find<Entry extends { name: string }>(
  entries: Entry[],
  name: string | undefined,
  kind: string,
): Entry {
  const found = entries.find((entry) => entry.name === name);
  if (!found) throw new Error(`The kubeconfig file has no ${kind} ${name ?? 'selected'}`);
  return found;
}

async function readToken(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).trim();
}
