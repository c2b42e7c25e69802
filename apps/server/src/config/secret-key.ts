import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '@millrace/node-kit/start-error';
import type { Config } from './config.ts';
import type { DataDir } from './data-dir.ts';

/** A candidate for the key that encrypts the database. */
export interface SecretKey {
  key: Buffer;
  /** Called if the key decrypts the database. Makes it the first candidate of the next start. */
  adopt(): Promise<void>;
}

type KeyConfig = Pick<Config, 'secretKey' | 'nextSecretKey'>;

/**
 * Reads the keys from the configuration, or else from the data folder, where one is generated at the first
 * start. There are two during a key rotation, or if it was interrupted by a crash.
 */
export async function readSecretKeys(dirs: DataDir, config: KeyConfig): Promise<SecretKey[]> {
  if (config.secretKey) {
    return [config.secretKey, config.nextSecretKey].flatMap((text) =>
      text ? [{ key: configuredKey(text), adopt: async () => {} }] : [],
    );
  }
  const first = (await readKeyFile(dirs.secretKeyFile)) ?? (await generateKeyFile(dirs));
  const next = await readKeyFile(nextFile(dirs));
  return [
    { key: first, adopt: async () => {} },
    ...(next ? [{ key: next, adopt: () => adoptNextKey(dirs) }] : []),
  ];
}

export function configuredKey(text: string): Buffer {
  return Buffer.from(text, 'utf8');
}

/** Writes a new key beside the current one, and syncs it to disk before anything is encrypted with it. */
export async function writeNextKey(dirs: DataDir): Promise<SecretKey> {
  const draft = await writeDraft(dirs);
  await rename(draft.path, nextFile(dirs));
  await syncFolder(dirs);
  return { key: draft.key, adopt: () => adoptNextKey(dirs) };
}

async function adoptNextKey(dirs: DataDir): Promise<void> {
  try {
    await rename(nextFile(dirs), dirs.secretKeyFile);
  } catch (error) {
    // Another process has already renamed the file.
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  await syncFolder(dirs);
}

/**
 * Creates the key file under its name only when it is complete. If another process created one in the
 * meantime, that one is used.
 */
async function generateKeyFile(dirs: DataDir): Promise<Buffer> {
  const draft = await writeDraft(dirs);
  try {
    await link(draft.path, dirs.secretKeyFile);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft.path, { force: true });
  }
  await syncFolder(dirs);
  return (await readKeyFile(dirs.secretKeyFile)) ?? draft.key;
}

async function writeDraft(dirs: DataDir): Promise<{ path: string; key: Buffer }> {
  const path = `${dirs.secretKeyFile}.${randomBytes(6).toString('hex')}`;
  const key = randomBytes(32);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${key.toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return { path, key };
}

async function readKeyFile(path: string): Promise<Buffer | undefined> {
  let text: string;
  try {
    text = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new StartError(`The key file ${path} cannot be read: ${String(error)}`);
  }
  if (!/^([0-9a-f]{2}){16,}$/i.test(text)) {
    throw new StartError(`The key file ${path} is damaged. Restore it from a backup.`);
  }
  return Buffer.from(text, 'hex');
}

async function syncFolder(dirs: DataDir): Promise<void> {
  const folder = await open(dirname(dirs.secretKeyFile), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function nextFile(dirs: DataDir): string {
  return `${dirs.secretKeyFile}.next`;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
