import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { SecretFolderSettings } from '@millrace/build-host/settings/external-secret-settings';
import { ServiceError } from '@millrace/contract/api-errors';
import type { SecretSource } from '../../builds/secret-source.ts';
import { absent, defaultKey, readValue, rules } from './secret-access.ts';
import { cleanPath, isPart } from './secret-path.ts';

/** Maximum size of a file with a secret. */
const maxBytes = 1_000_000;
const source = 'The folder of secrets';

/**
 * Reads secrets from files: `get.path` is a folder within the folder of secrets, and `get.name` a file there.
 * Files named as the rules in `secret-access.ts` are rules.
 */
export function createFolderSource({ folder, paths }: SecretFolderSettings): SecretSource {
  return {
    isFor: () => true,
    find: async (request) => {
      const path = cleanPath(request.path);
      const key = request.key || defaultKey;
      if (path === undefined || !isPart(key)) {
        return absent(`${source} has no path "${request.path}" with the name "${key}"`);
      }
      const entry = new Map<string, string>();
      for (const name of [...Object.values(rules), key]) {
        const text = await readSecretFile(folder, join(path, name));
        if (text !== undefined) entry.set(name, text);
      }
      return readValue(entry, request, { source, path, templates: paths });
    },
  };
}

/** Returns the text of a file without the line break at its end; undefined if it does not exist. */
async function readSecretFile(folder: string, path: string): Promise<string | undefined> {
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
    // A link may lead to another file of the folder, as in volumes of Kubernetes, but not out of it.
    if (!file.startsWith(`${root}${sep}`)) return undefined;
    const found = await stat(file);
    if (!found.isFile()) return undefined;
    if (found.size > maxBytes) {
      throw new ServiceError(`${source}: the file "${path}" is larger than ${maxBytes} bytes`);
    }
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof ServiceError) throw error;
    throw new ServiceError(`${source}: the file "${path}" cannot be read: ${codeOf(error)}`, {
      cause: error,
    });
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
