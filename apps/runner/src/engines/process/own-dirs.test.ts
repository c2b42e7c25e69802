import { mkdirSync, symlinkSync } from 'node:fs';
import { chmod, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { findOwnDirs, protectedDirs } from './own-dirs.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await temporaryDirectory());
  for (const path of [
    'ci/app/node_modules',
    'ci/data/runner',
    'home/bin',
    'home/data',
    'tools/bin',
  ])
    mkdirSync(join(root, path), { recursive: true });
});

const inRoot = (paths: readonly string[]) => paths.map((path) => join(root, path));
interface Case {
  always?: string[];
  searched?: string[];
  hidden?: string[];
  /** Folders in which the account may create and rename entries. */
  writable: string[];
}
const find = ({ always = [], searched = [], hidden = [], writable }: Case) =>
  protectedDirs(
    { always: inRoot(always), searched: inRoot(searched), hidden: inRoot(hidden) },
    (path) => inRoot(writable).includes(path),
  ).map((path) => path.slice(root.length + 1));

it.each<[string, Case, string[]]>([
  ['a home', { always: ['home'], writable: ['home'] }, ['home']],
  ['a program that is not writable itself', { always: ['ci/app'], writable: [] }, ['ci/app']],
  ['a program in a writable folder', { always: ['ci/app'], writable: ['ci'] }, ['ci']],
  [
    'a program in a folder that can be replaced far above',
    { always: ['ci/app'], writable: [''] },
    [''],
  ],
  ['a folder within another one', { always: ['home', 'home/bin'], writable: [] }, ['home']],
  ['a folder that does not exist', { always: ['none'], writable: [] }, []],
  ['writable folders of PATH', { searched: ['tools/bin'], writable: ['tools/bin'] }, ['tools/bin']],
  ['other folders of PATH', { searched: ['tools/bin'], writable: [] }, []],
  ['writable parents of hidden folders', { hidden: ['ci/data'], writable: ['ci'] }, ['ci']],
  ['folders that no other account can replace', { hidden: ['ci/data'], writable: ['ci/data'] }, []],
  ['hidden folders', { always: ['home/data'], hidden: ['home'], writable: ['home'] }, []],
])('decides whether to protect %s', (_, folders, expected) => {
  expect(find(folders)).toEqual(expected);
});

it('resolves links, and skips folders that all accounts may write to', async () => {
  symlinkSync(join(root, 'home'), join(root, 'link'));
  expect(find({ always: ['link'], writable: [] })).toEqual(['home']);
  await chmod(join(root, 'ci'), 0o1777);
  expect(find({ always: ['ci', 'ci/app'], writable: ['ci', 'ci/app'] })).toEqual(['ci/app']);
});

it('includes the home and the program folder', () => {
  const all = findOwnDirs([]);
  const isProtected = (path: string) =>
    all.some((folder) => path === folder || path.startsWith(`${folder}/`));
  expect(isProtected(import.meta.filename)).toBe(true);
  expect(isProtected(process.execPath)).toBe(true);
});
