import type { VaultSettings } from '@millrace/build-host/settings/external-secret-settings';
import { z } from 'zod/mini';
import type { SecretSource } from '../../builds/secret-source.ts';
import { absent, readValue, type SecretEntry } from './secret-access.ts';
import { cleanPath } from './secret-path.ts';
import { type VaultClient, VaultError } from './vault-client.ts';
import type { VaultToken } from './vault-token.ts';

const source = 'Vault';
const values = z.nullable(z.record(z.string(), z.unknown()));
const mountAnswer = z.object({
  data: z.object({
    path: z.string(),
    type: z.string(),
    options: z.optional(z.nullable(z.object({ version: z.optional(z.string()) }))),
  }),
});
const firstVersion = z.object({ data: values });
const secondVersion = z.object({ data: z.object({ data: values }) });

interface Deps {
  settings: Pick<VaultSettings, 'paths'>;
  client: Pick<VaultClient, 'call'>;
  token: Pick<VaultToken, 'get' | 'replaceRejected'>;
}

/** Reads secrets from the key/value engines of Vault, in both versions. */
export function createVaultSource({ settings, client, token }: Deps): SecretSource {
  /** Signs in again if Vault no longer accepts the token. */
  const withToken = async <Result>(
    read: (tokenValue: string) => Promise<Result>,
  ): Promise<Result> => {
    const tokenValue = await token.get();
    try {
      return await read(tokenValue);
    } catch (error) {
      if (!isRejection(error) || !(await token.replaceRejected(tokenValue))) throw error;
      return read(await token.get());
    }
  };
  return {
    isFor: () => true,
    find: async (request) => {
      const path = cleanPath(request.path);
      if (path === undefined) return absent(`${source} has no path "${request.path}"`);
      try {
        const found = await withToken((tokenValue) => readEntry(client, tokenValue, path));
        const vaultPath = { source, path: found.path, templates: settings.paths };
        return readValue(found.entry, request, vaultPath);
      } catch (error) {
        if (!isRejection(error)) throw error;
        return absent(`${source} does not let this server read "${path}"`);
      }
    },
  };
}

function isRejection(error: unknown): boolean {
  return error instanceof VaultError && error.answered === 403;
}

/**
 * Reads the values at a path. In the second version of the engine, the path may contain the `data/` of the HTTP
 * API, as existing pipeline files write it; the returned path is without it.
 */
async function readEntry(
  client: Deps['client'],
  token: string,
  path: string,
): Promise<{ path: string; entry?: SecretEntry }> {
  // Only key/value engines are read: reading from others could create credentials.
  const mount = (await client.call(`sys/internal/ui/mounts/${path}`, mountAnswer, { token }))?.data;
  if (!mount || !path.startsWith(mount.path) || !['kv', 'generic'].includes(mount.type)) {
    return { path };
  }
  const rest = path.slice(mount.path.length);
  if (mount.options?.version !== '2') {
    return { path, entry: toEntry((await client.call(path, firstVersion, { token }))?.data) };
  }
  const name = rest.replace(/^data\//, '');
  const answer = await client.call(`${mount.path}data/${name}`, secondVersion, { token });
  return { path: `${mount.path}${name}`, entry: toEntry(answer?.data.data) };
}

/** Values that are not text are written as JSON. */
function toEntry(data: Record<string, unknown> | null | undefined): SecretEntry | undefined {
  if (!data) return undefined;
  const entries = Object.entries(data).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new Map(entries);
}
