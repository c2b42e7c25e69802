import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Build } from '@millrace/contract/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Repo } from '../../domain/repo.ts';
import { createFolderSource } from './folder-source.ts';

const repo = { namespace: 'acme', name: 'site', slug: 'acme/site' } as Repo;
const build = { event: 'push', source_repo: '', target: 'main' } as Build;

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-secrets-'));
  const files = {
    'secrets/acme/site/db/password': 'hunter22\n',
    'secrets/acme/site/db/value': 'default\r\n',
    'secrets/acme/site/db/lines': 'one\ntwo\n\n',
    'secrets/acme/other/db/password': 'not for the site',
    'secrets/shared/x-drone-repos': 'acme/*\n',
    'secrets/shared/token': 'open',
    'secrets/acme/site/data/..2026/key': 'mounted',
    'secrets/acme/site/db/large': 'x'.repeat(1_000_001),
    outside: 'outside',
    'secrets-too/file': 'outside',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), text);
  }
  const own = join(dir, 'secrets/acme/site');
  await symlink('..2026/key', join(own, 'data/key'));
  await symlink(join(dir, 'outside'), join(own, 'db/out'));
  await symlink(join(dir, 'secrets-too'), join(own, 'linked'));
  await symlink('loop', join(own, 'db/loop'));
});
afterAll(() => rm(dir, { recursive: true }));

const find = (path: string, key = '') =>
  createFolderSource({ folder: join(dir, 'secrets'), paths: ['{namespace}/{name}/**'] }).find({
    repo,
    build,
    path,
    key,
  });

it.each([
  ['acme/site/db', 'password', 'hunter22'],
  ['/acme/site/db/', '', 'default'],
  ['acme/site/db', 'lines', 'one\ntwo\n'],
  ['shared', 'token', 'open'],
  ['acme/site/data', 'key', 'mounted'],
])('reads %s, name "%s"', async (path, key, value) => {
  expect(await find(path, key)).toEqual({ kind: 'value', value });
});

it.each([
  ['acme/other/db', 'password'],
  ['acme/site/../other/db', 'password'],
  ['acme/site/db', '../../other/db/password'],
  ['acme/site/db', '..'],
  ['acme/site/db', 'out'],
  ['acme/site/linked', 'file'],
  ['acme/site/db', 'loop'],
  ['acme/site/db', 'password/x'],
  ['acme/site', 'db'],
  ['acme/site/none', 'password'],
  ['..', 'outside'],
  ['shared', 'x-drone-repos'],
  ['acme/site/db', 'password\0'],
  ['acme/site/db', 'x'.repeat(5000)],
])('finds nothing at %s, name "%s"', async (path, key) => {
  expect(await find(path, key)).toMatchObject({ kind: 'absent' });
});

it('rejects a large file, and a folder that does not exist has no secrets', async () => {
  await expect(find('acme/site/db', 'large')).rejects.toThrow('is larger than 1000000 bytes');
  const nowhere = createFolderSource({ folder: join(dir, 'none'), paths: ['**'] });
  const request = { repo, build, path: 'a', key: 'b' };
  expect(await nowhere.find(request)).toMatchObject({ kind: 'absent' });
});
