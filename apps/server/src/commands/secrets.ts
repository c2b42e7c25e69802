import { readArgs } from '@millrace/cli/command-line/read-args';
import { readInput } from '@millrace/cli/command-line/read-input';
import { say } from '@millrace/cli/command-line/say';
import { createLogger } from '@millrace/node-kit/logger';
import { StartError } from '@millrace/node-kit/start-error';
import { assemble } from '../assemble.ts';
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
import type { Core } from '../core.ts';
import type { Features } from '../features.ts';
import { rotateKey } from './rotate-key.ts';

const usage = `Usage:
  millrace secrets rotate-key   encrypts all secrets and tokens with a new key; the server must be stopped`;

const minKeyLength = 16;

/** `millrace secrets …` */
export async function secrets(args: readonly string[]): Promise<number> {
  const { words } = readArgs(args, 1, {}, usage);
  if (words[0] !== 'rotate-key') throw new StartError(usage);
  await rotate(configFromEnv(), say);
  return 0;
}

export async function rotate(config: Config, print: (line: string) => void): Promise<void> {
  const dirs = await openDataDir(config);
  const lock = lockDataDir(config.dataDir);
  try {
    const logger = createLogger(config.logLevel);
    const { core, features, close } = await assemble({ config, dirs, logger });
    try {
      await requireNoServer(core.db);
      await rotateKeys(core, features, print);
    } finally {
      await close();
    }
  } finally {
    lock.release();
  }
}

async function rotateKeys(
  { config, db, dirs }: Core,
  features: Features,
  print: (line: string) => void,
): Promise<void> {
  const keys = await readSecretKeys(dirs, config);
  const isConfigured = config.secretKey !== undefined;
  const { hasChanged, values } = await rotateKey(db, features, keys, () =>
    isConfigured ? readConfiguredKey(config) : writeNextKey(dirs),
  );
  print(
    hasChanged
      ? `Done: ${values} values are encrypted with the new key.`
      : 'The new key is already in use.',
  );
  if (isConfigured) {
    print('Now set MILLRACE_SECRET_KEY to the new key, unset MILLRACE_SECRET_KEY_NEW, and start.');
  } else {
    print(
      `The new key is in ${dirs.secretKeyFile}. Older copies of this file no longer decrypt anything.`,
    );
  }
}

async function readConfiguredKey(config: Config): Promise<SecretKey> {
  const text = config.nextSecretKey ?? (await readInput()).trim();
  if (text.length < minKeyLength) {
    throw new StartError(
      `MILLRACE_SECRET_KEY is set, so give the new key in MILLRACE_SECRET_KEY_NEW or on standard input. It must have at least ${minKeyLength} characters.`,
    );
  }
  return { key: configuredKey(text), adopt: async () => {} };
}
