import { StartError } from '@millrace/node-kit/start-error';
import { requireNoServer } from '../cluster/server-list.ts';
import { type Config, configFromEnv } from '../config/config.ts';
import { openDataDir } from '../config/data-dir.ts';
import { lockDataDir } from '../config/data-lock.ts';
import {
  configuredKey,
  readSecretKeys,
  type SecretKey,
  writeNextKey,
} from '../config/secret-key.ts';
import { openDatabase } from '../db/database.ts';
import { rotateKey } from '../features/secrets/rotate-key.ts';
import { readArgs } from './read-args.ts';
import { readInput } from './read-input.ts';
import { say } from './say.ts';

const usage = `Usage:
  millrace secrets rotate-key   seals all secrets and tokens with a new key; the server must be stopped`;

const shortestKey = 16;

/** `millrace secrets …` */
export async function secrets(args: readonly string[]): Promise<number> {
  const { words } = readArgs(args, 1, {}, usage);
  if (words[0] !== 'rotate-key') throw new StartError(usage);
  await rotate(configFromEnv(), say);
  return 0;
}

export async function rotate(config: Config, tell: (line: string) => void): Promise<void> {
  const dirs = await openDataDir(config);
  const lock = lockDataDir(config.dataDir);
  try {
    const db = await openDatabase(config.database.url ?? dirs.database, config.database);
    try {
      await requireNoServer(db);
      const keys = await readSecretKeys(dirs, config);
      const isConfigured = config.secretKey !== undefined;
      const { hasChanged, secrets } = await rotateKey(db, keys, () =>
        isConfigured ? readConfiguredKey(config) : writeNextKey(dirs),
      );
      tell(
        hasChanged ? `Done: ${secrets} secrets have a new key.` : 'The new key is in use already.',
      );
      if (isConfigured) {
        tell(
          'Now set MILLRACE_SECRET_KEY to the new key, unset MILLRACE_SECRET_KEY_NEW, and start.',
        );
      } else
        tell(`The new key is in ${dirs.secretKeyFile}; older copies of it open nothing any more.`);
    } finally {
      await db.destroy();
    }
  } finally {
    lock.release();
  }
}

async function readConfiguredKey(config: Config): Promise<SecretKey> {
  const text = config.nextSecretKey ?? (await readInput()).trim();
  if (text.length < shortestKey) {
    throw new StartError(
      `MILLRACE_SECRET_KEY is set, so give the new key in MILLRACE_SECRET_KEY_NEW or on standard input. It needs ${shortestKey} characters at least.`,
    );
  }
  return { key: configuredKey(text), adopt: async () => {} };
}
