import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { StartError } from '@millrace/node-kit/start-error';
import type { Change } from './plan-changes.ts';
import { resourceOf } from './plan-changes.ts';
import type { Reference } from './resource.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Values of the secrets of a change, by their names. */
export type SecretValues = Readonly<Record<string, string>>;

/**
 * Reads the values of secrets that changes write.
 *
 * @param folder of the settings file, to which the paths of files are relative
 * @throws StartError that lists all missing values, so that nothing is changed before they are there
 */
export async function readSecrets(
  changes: readonly Change[],
  folder: string,
  env: Environment,
): Promise<ReadonlyMap<Change, SecretValues>> {
  const problems: string[] = [];
  const found = new Map<Change, SecretValues>();
  for (const change of changes) {
    if (!('secrets' in change)) continue;
    const values: Record<string, string> = {};
    for (const name of change.secrets) {
      const reference = change.wanted.secrets[name] ?? {};
      try {
        values[name] = await readReference(reference, folder, env);
      } catch (error) {
        problems.push(`${resourceOf(change).path.join('.')}: ${(error as Error).message}`);
      }
    }
    found.set(change, values);
  }
  if (problems.length > 0) {
    throw new StartError([...problems, 'Nothing was changed.'].join('\n'));
  }
  return found;
}

async function readReference(
  { env: name, file = '' }: Reference,
  folder: string,
  env: Environment,
): Promise<string> {
  if (name !== undefined) {
    const value = env[name];
    if (value) return value;
    throw new StartError(`the environment variable ${name} is not set`);
  }
  // Editors end files with a line break that is not part of the value.
  const value = (await readFile(resolve(folder, file), 'utf8')).replace(/\r?\n$/, '');
  if (value === '') throw new StartError(`${file} is empty`);
  return value;
}
