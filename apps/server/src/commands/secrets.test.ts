import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@millrace/node-kit/logger';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listSecretsFor, secretsOf } from '../../testing/secrets-of.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { assemble } from '../assemble.ts';
import { readConfig } from '../config/config.ts';
import { openDataDir } from '../config/data-dir.ts';
import { lockDataDir } from '../config/data-lock.ts';
import { readSecretKeys, writeNextKey } from '../config/secret-key.ts';
import { PipelineKeys } from '../features/secrets/pipeline-keys.ts';
import { rotateKey } from './rotate-key.ts';
import { rotate } from './secrets.ts';

let dir: string;
let said: string[];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-rotate-'));
  said = [];
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const configOf = (env: Record<string, string> = {}) => readConfig({ MILLRACE_DATA: dir, ...env });
const keyFile = () => join(dir, 'secret.key');
const readKey = () => readFile(keyFile(), 'utf8');

async function withServer<Result>(
  use: (server: Pick<TestServer, 'core' | 'ask' | 'features'>) => Promise<Result>,
  env: Record<string, string> = {},
): Promise<Result> {
  const config = configOf(env);
  const dirs = await openDataDir({ dataDir: dir });
  const logger = createLogger('silent');
  const { core, ask, features, close } = await assemble({ config, dirs, logger });
  try {
    return await use({ core, ask, features });
  } finally {
    await features.stop();
    await close();
  }
}

const fill = (env?: Record<string, string>) =>
  withServer(async (server) => {
    await server.core.users.createAccount({ login: 'ada', password: null });
    await secretsOf(server).create({ namespace: 'ada' }, { name: 'token', data: 'the value' });
  }, env);

/** Decrypts all stored values. The keys of pipeline files must not change. */
const readAll = (env?: Record<string, string>) =>
  withServer(async ({ core, features }) => {
    const user = await core.users.findByLogin('ada');
    const repo = { id: 1, slug: 'ada/x', namespace: 'ada', forge: 'builtin', uid: 'ada/x' };
    const found = await listSecretsFor({ features }, repo, 'push');
    return {
      secrets: found.map((secret) => secret.data),
      token: user && core.users.readToken(user),
      signature: new PipelineKeys(core.keys.pipelineSealer).sealerOf(repo).sign('text'),
    };
  }, env);

const readSealed = () =>
  withServer(async ({ core: { db } }) =>
    (await db.selectFrom('secrets').select('sealed').execute()).map((row) => row.sealed),
  );

describe('a new key', () => {
  it('decrypts everything, and the old key decrypts nothing', async () => {
    await fill();
    const before = await readAll();
    const oldKey = await readKey();
    const [ciphertext = ''] = await readSealed();
    await rotate(configOf(), (line) => said.push(line));
    expect(await readSealed()).not.toContain(ciphertext);
    expect((await readFile(join(dir, 'millrace.db'))).includes(ciphertext)).toBe(false);
    expect(await readKey()).not.toBe(oldKey);
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    expect(await readAll()).toEqual(before);
    expect(before.secrets).toEqual(['the value']);
    expect((await readdir(dir)).filter((name) => name.startsWith('secret.key.'))).toEqual([]);
    expect(said[0]).toBe('Done: 2 values are encrypted with the new key.');
    await writeFile(keyFile(), oldKey);
    await expect(readAll()).rejects.toThrow('The secret key does not belong to this data folder');
  });

  it('is rejected while a server runs', async () => {
    await fill();
    const lock = lockDataDir(dir);
    await expect(rotate(configOf(), () => {})).rejects.toThrow('Another Millrace server uses');
    lock.release();
  });

  it('is read from the configuration if the current key is configured', async () => {
    const env = { MILLRACE_SECRET_KEY: 'the old configured key' };
    const newKey = 'the new configured key';
    await fill(env);
    const before = await readAll(env);
    await expect(
      rotate(configOf({ ...env, MILLRACE_SECRET_KEY_NEW: 'short' }), () => {}),
    ).rejects.toThrow('It must have at least 16 characters');
    const both = { ...env, MILLRACE_SECRET_KEY_NEW: newKey };
    await rotate(configOf(both), (line) => said.push(line));
    expect(said.at(-1)).toContain('Now set MILLRACE_SECRET_KEY to the new key');
    expect(said.join()).not.toContain(newKey);
    expect(await readAll({ MILLRACE_SECRET_KEY: newKey })).toEqual(before);
    expect(await readAll(both)).toEqual(before);
    await expect(readAll(env)).rejects.toThrow('The secret key does not belong');
    await rotate(configOf(both), (line) => said.push(line));
    expect(said).toContain('The new key is already in use.');
  });
});

describe('a crash', () => {
  const interrupted = async (at: 'before the commit' | 'in the commit' | 'after the commit') => {
    await withServer(async ({ core: { config, db, dirs }, features }) => {
      const keys = await readSecretKeys(dirs, config);
      const stop = () => Promise.reject(new Error('crash'));
      const rotation = rotateKey(db, features, keys, async () => {
        const next = await writeNextKey(dirs);
        if (at === 'before the commit') return stop();
        if (at === 'in the commit') {
          await db
            .insertInto('secrets')
            .values({ ...unreadable, namespace: 'zoe', name: 'x' })
            .execute();
        }
        return { ...next, adopt: stop };
      });
      await expect(rotation).rejects.toThrow();
      await db.deleteFrom('secrets').where('namespace', '=', 'zoe').execute();
    });
  };

  it.each(['before the commit', 'in the commit'] as const)('keeps the old key: %s', async (at) => {
    await fill();
    const before = await readAll();
    const oldKey = await readKey();
    await interrupted(at);
    expect(await readAll()).toEqual(before);
    expect(await readKey()).toBe(oldKey);
    await rotate(configOf(), () => {});
    expect(await readAll()).toEqual(before);
    expect(await readKey()).not.toBe(oldKey);
  });

  it('after the commit keeps the new key, which the next start uses', async () => {
    await fill();
    const before = await readAll();
    const oldKey = await readKey();
    await interrupted('after the commit');
    expect(await readKey()).toBe(oldKey);
    expect(await readAll()).toEqual(before);
    expect(await readKey()).not.toBe(oldKey);
    await rotate(configOf(), () => {});
    expect(await readAll()).toEqual(before);
  });
});

it('reports a damaged key file', async () => {
  await fill();
  await writeFile(keyFile(), 'nonsense');
  await expect(readAll()).rejects.toThrow(/secret\.key is damaged/);
});

const unreadable = {
  sealed: 'not encrypted with any key',
  pull_request: 0,
  pull_request_push: 0,
  created: 0,
  updated: 0,
};
