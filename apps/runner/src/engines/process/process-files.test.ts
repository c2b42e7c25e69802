import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { skipIf } from '@millrace/test-support/skip-if';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { IncompleteUnpack } from '../engine.ts';
import { ProcessFiles } from './process-files.ts';
import type { StepAccount } from './step-account.ts';

const isRoot = process.getuid?.() === 0;
const idOf = (option: string) => Number(execFileSync('id', [option, 'nobody']));
const accounts: [string, StepAccount | undefined][] = [['the account of the runner', undefined]];
if (isRoot)
  accounts.push(['another account', { name: 'nobody', uid: idOf('-u'), gid: idOf('-g') }]);

const signal = new AbortController().signal;

describe.each(accounts)('files of %s', (_, account) => {
  async function setUp() {
    const dir = await temporaryDirectory();
    await chmod(dir, 0o711);
    const sourceDir = join(dir, 'src');
    const spoolDir = join(dir, 'files');
    await mkdir(sourceDir);
    await mkdir(spoolDir, { mode: 0o700 });
    if (account) execFileSync('chown', [`${account.uid}:${account.gid}`, sourceDir]);
    const files = new ProcessFiles({ sourceDir, spoolDir, account });
    /** Runs a shell command as a step would. */
    const asStep = (command: string) =>
      execFileSync('sh', ['-c', command], { cwd: sourceDir, ...account, encoding: 'utf8' });
    const pack = async (path: string) => {
      const bytes = await files.pack(path, signal);
      return bytes && (await buffer(Readable.from(bytes)));
    };
    const unpack = (archive: Buffer, paths: string[]) =>
      files.unpack(() => Readable.from([archive]), paths, signal);
    return { dir, sourceDir, spoolDir, files, asStep, pack, unpack };
  }

  it('keep their mode, and belong to the account', async () => {
    const { asStep, pack, unpack, sourceDir, spoolDir } = await setUp();
    asStep('mkdir -m 700 d; echo x > d/a; chmod 751 d/a; ln -s a d/b; touch -- "-rf"');
    const archive = await pack('d');
    const dashed = await pack('-rf');
    expect(dashed?.length).toBeGreaterThan(0);
    asStep('rm -r d');
    await unpack(archive as Buffer, ['d']);
    const { mode, uid, mtimeMs } = await lstat(join(sourceDir, 'd/a'));
    expect([mode & 0o7777, uid]).toEqual([0o751, account?.uid ?? process.getuid?.()]);
    expect(mtimeMs).toBeLessThanOrEqual(Date.now());
    expect(asStep('stat -c %a d; cat d/b')).toBe('700\nx\n');
    expect(await readdir(spoolDir)).toEqual([]);
  });

  it('are placed in folders that do not exist yet', async () => {
    const { asStep, pack, unpack } = await setUp();
    asStep('mkdir c; echo x > c/file');
    const archive = await pack('c');
    await expect(unpack(archive as Buffer, ['c'])).rejects.toThrow('c exists already');
    expect(asStep('cat c/file')).toBe('x\n');
    asStep('mkdir -p a/b/c; mv c/file a/b/c/; rmdir c');
    const deep = execFileSync('tar', ['-cf', '-', './a/b/c'], { cwd: asStep('pwd').trim() });
    asStep('rm -r a');
    await unpack(deep, ['a/b/c']);
    expect(asStep('cat a/b/c/file; touch a/b/new')).toBe('x\n');
  });

  it('are not written through a link of a step', async () => {
    const { asStep, pack, unpack, dir } = await setUp();
    asStep('mkdir -p a/c; echo x > a/c/file');
    const archive = execFileSync('tar', ['-cf', '-', 'a'], { cwd: asStep('pwd').trim() });
    await mkdir(join(dir, 'outside'), { mode: 0o777 });
    asStep('rm -r a; ln -s ../outside a');
    await expect(unpack(archive, ['a/c'])).rejects.toThrow('a is no folder');
    expect(await readdir(join(dir, 'outside'))).toEqual([]);
    await expect(pack('a/c')).rejects.toThrow('a is no folder');
    await expect(pack('a')).rejects.toThrow('a is a link');
    expect(await pack('missing/x')).toBeUndefined();
  });

  it('are unpacked over others, which stay', async () => {
    const { asStep, files, spoolDir } = await setUp();
    asStep('mkdir -p new/d/e new/f; echo new | tee new/d/a new/d/e/b new/f/c new/l > new/top');
    const archive = execFileSync('tar', ['-C', asStep('pwd').trim(), '-cf', '-', '-C', 'new', '.']);
    asStep('rm -r new; mkdir -p d/e; echo old | tee d/a d/kept > d/e/b; ln -s d/kept l');
    const paths = ['d/a', 'd/e/b', 'f/c', 'l', 'top'];
    await files.unpackOver(() => Readable.from([archive]), paths, signal);
    expect(asStep('cat d/a d/e/b f/c l top d/kept')).toBe(`${'new\n'.repeat(5)}old\n`);
    expect(await readdir(spoolDir)).toEqual([]);
  });

  it.each([
    ['ln -s ../outside d', 'd is a link'],
    ['touch d', 'd is a file'],
    ['mkdir -p d/a', 'd/a is a folder'],
  ])('are not unpacked over others after %s', async (command, problem) => {
    const { asStep, files, dir } = await setUp();
    asStep('mkdir d; echo x > d/a');
    const archive = execFileSync('tar', ['-C', asStep('pwd').trim(), '-cf', '-', 'd']);
    await mkdir(join(dir, 'outside'), { mode: 0o777 });
    asStep(`rm -r d; ${command}`);
    const unpacked = files.unpackOver(() => Readable.from([archive]), ['d/a'], signal);
    await expect(unpacked).rejects.toThrow(new IncompleteUnpack(problem));
    expect(await readdir(join(dir, 'outside'))).toEqual([]);
  });

  it('that are incomplete are removed', async () => {
    const { asStep, files, pack, unpack, sourceDir, spoolDir } = await setUp();
    asStep('mkdir d; head -c 300000 /dev/urandom > d/a; echo x > d/b');
    const archive = (await pack('d')) as Buffer;
    asStep('rm -r d');
    await expect(unpack(archive.subarray(0, 200_000), ['d'])).rejects.toThrow();
    const failing = async function* () {
      yield archive.subarray(0, 100_000);
      throw new Error('It is damaged');
    };
    await expect(files.unpack(() => Readable.from(failing()), ['d'], signal)).rejects.toThrow(
      'It is damaged',
    );
    expect([await readdir(sourceDir), await readdir(spoolDir)]).toEqual([[], []]);
  });

  it('that the account cannot read are not packed', skipIf(!account && 'not root'), async () => {
    const { asStep, pack, dir, sourceDir } = await setUp();
    await writeFile(join(dir, 'secret'), 'top secret', { mode: 0o600 });
    asStep('mkdir d');
    await symlink(join(dir, 'secret'), join(sourceDir, 'd/link'));
    execFileSync('cp', [join(dir, 'secret'), join(sourceDir, 'd/copy')]);
    await chmod(join(sourceDir, 'd/copy'), 0o600);
    await expect(pack('d')).rejects.toThrow('Permission denied');
    expect(await readFile(join(dir, 'secret'), 'utf8')).toBe('top secret');
  });
});
