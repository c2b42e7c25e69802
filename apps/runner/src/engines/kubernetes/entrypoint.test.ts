import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { fileNameBytes, fileNameOf } from '@millrace/node-kit/file-names';
import { readTar } from '@millrace/node-kit/tar/read-tar';
import { findDockerHost, testImage } from '@millrace/test-support/docker-host';
import { skipIf } from '@millrace/test-support/skip-if';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { packSources } from '../pack-sources.ts';

const hasGo = spawnSync('go', ['version']).status === 0;
const docker = await findDockerHost();
const noRoot = process.getuid?.() !== 0 && 'only root may give files away';
const sources = new URL('../../../../entrypoint', import.meta.url).pathname;
let folder = '';
let program = '';

describe('entrypoint', skipIf(!hasGo && 'Go is not installed'), () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-entrypoint-'));
    program = join(folder, 'entrypoint');
    const env = { ...process.env, CGO_ENABLED: '0' };
    execFileSync('go', ['build', '-o', program, '.'], { cwd: sources, env });
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true }));

  /** Installs the program for one step, which waits for its start. */
  async function setUp() {
    const root = await temporaryDirectory();
    execFileSync(program, ['install', root, '1']);
    const dir = join(root, 'steps', '1');
    const step = spawn(join(root, 'bin', 'entrypoint'), ['step', dir], { stdio: 'inherit' });
    onTestFinished(() => void step.kill('SIGKILL'));
    /** Connects as the runner does, from an offset. */
    const connect = (script: string, { offset = 0, nonce = 'n1', keepsFailure = false } = {}) => {
      const runner = spawn(program, ['run', dir, String(offset)]);
      const args = ['/bin/sh', '-c', script];
      const start = { nonce, args, env: ['COLOUR=green'], dir: root, user: '', keepsFailure };
      runner.stdin.write(`${JSON.stringify(start)}\n`);
      return runner;
    };
    const run = async (script: string, options = {}) => {
      const runner = connect(script, options);
      const [output, errors] = await Promise.all([text(runner.stdout), text(runner.stderr)]);
      runner.stdin.end();
      return { output, record: JSON.parse(errors) };
    };
    return { root, dir, step, connect, run };
  }

  const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

  it('runs a step, and leaves its record', async () => {
    const { run, step, dir } = await setUp();
    const exit = ended(step);
    const { output, record } = await run('echo $COLOUR; echo problem >&2; exit 7');
    expect(output).toBe('green\nproblem\n');
    expect(record).toMatchObject({ nonce: 'n1', exitCode: 7, bytes: 14, wasKilled: false });
    expect(await exit).toBe(7);
    await expect(readFile(join(dir, 'start.json'))).rejects.toThrow('ENOENT');
  });

  it('starts a step once, and continues at an offset', async () => {
    const { connect, run } = await setUp();
    const first = connect('echo one; sleep 0.3; echo two');
    await new Promise((resolve) => first.stdout.once('data', resolve));
    first.kill('SIGKILL');
    const { output, record } = await run('echo another', { offset: 4, nonce: 'n2' });
    expect(output).toBe('two\n');
    expect(record).toMatchObject({ nonce: 'n1', bytes: 8 });
  });

  it('kills a step that ignores TERM after its grace', async () => {
    const { connect, dir } = await setUp();
    const runner = connect("trap '' TERM; echo started; while :; do sleep 0.1; done");
    const errors = text(runner.stderr);
    await new Promise((resolve) => runner.stdout.once('data', resolve));
    runner.stdout.resume();
    execFileSync(program, ['stop', dir, '200']);
    expect(JSON.parse(await errors)).toMatchObject({ exitCode: 137, wasKilled: true });
    runner.stdin.end();
  });

  it('leaves no record of a step that the cluster ends, even if it succeeds then', async () => {
    const { connect, step, dir } = await setUp();
    const exit = ended(step);
    const runner = connect("trap 'exit 0' TERM; echo started; while :; do sleep 0.1; done");
    await new Promise((resolve) => runner.stdout.once('data', resolve));
    step.kill('SIGTERM');
    expect(await exit).toBe(143);
    await expect(readFile(join(dir, 'record.json'))).rejects.toThrow('ENOENT');
    runner.stdin.end();
  });

  it.each([
    // The kernel may also kill the shell, as the memory of the killed program is not free at once.
    ['tail /dev/zero; exit 3', [3, 137], true],
    ['exit 3', [3], false],
  ])(
    'tells whether a step lacked memory: %s',
    skipIf(docker),
    async (script, codes, lackedMemory) => {
      if (typeof docker === 'string') return;
      const root = await temporaryDirectory();
      execFileSync(program, ['install', root, '1']);
      const dir = join(root, 'steps', '1');
      const start = { nonce: 'n', args: ['/bin/sh', '-c', script], env: [], dir: '', user: '' };
      await writeFile(join(dir, 'start.json'), JSON.stringify(start));
      const container = await docker.createContainer({
        Image: testImage,
        Entrypoint: [join(root, 'bin', 'entrypoint'), 'step', dir],
        HostConfig: { Binds: [`${root}:${root}`], Memory: 32 * 1024 * 1024 },
      });
      onTestFinished(() => container.remove({ force: true }));
      await container.start();
      await container.wait();
      const record = JSON.parse(await readFile(join(dir, 'record.json'), 'utf8'));
      expect(record.lackedMemory).toBe(lackedMemory);
      expect(codes).toContain(record.exitCode);
    },
  );

  it('says why a step did not start', async () => {
    const { dir } = await setUp();
    const runner = spawn(program, ['run', dir, '0']);
    const start = { nonce: 'n', args: ['no-such-program'], env: [], dir: '', user: '' };
    runner.stdin.write(`${JSON.stringify(start)}\n`);
    const record = JSON.parse(await text(runner.stderr));
    expect(record).toMatchObject({ exitCode: 127, error: expect.stringContaining('not found') });
    runner.stdin.end();
  });

  it('notices the files of outputs', async () => {
    const { run, dir } = await setUp();
    expect((await run(`echo a=b > ${dir}/output`)).record.hasOutputs).toBe(true);
  });

  it('packs and unpacks files, and does not write through links', async () => {
    const { root } = await setUp();
    const from = join(root, 'from');
    const to = join(root, 'to');
    await mkdir(join(from, 'folder'), { recursive: true });
    await mkdir(to);
    await writeFile(join(from, 'folder', 'file'), 'mill');
    await symlink('file', join(from, 'folder', 'link'));
    const archive = execFileSync(program, ['pack', join(from, 'folder')]);
    execFileSync(program, ['unpack', to], { input: archive });
    expect(await readFile(join(to, 'folder', 'link'), 'utf8')).toBe('mill');
    const kind = (path: string) => execFileSync(program, ['stat', to, path]).toString();
    expect(['folder/file', 'folder/link', 'none'].map(kind)).toEqual(['real', 'link', 'missing']);
    await rm(join(to, 'folder'), { recursive: true });
    await symlink(from, join(to, 'folder'));
    const refused = spawnSync(program, ['unpack', to], { input: archive });
    expect(refused.status).toBe(70);
    expect(refused.stderr.toString()).toContain('is behind a link');
  });

  /** A folder with a file, a private folder, a pipe, and links to a file and a folder outside. */
  async function makeOwned() {
    const root = await temporaryDirectory();
    const script =
      'umask 077; mkdir out in in/folder; echo x > out/file; echo x > in/folder/file; mkfifo in/pipe; chmod 744 in/folder/file; ln -s ../out in/out; ln -s ../out/file in/file';
    execFileSync('/bin/sh', ['-c', script], { cwd: root });
    const stat = (format: string) =>
      execFileSync('stat', ['-c', format, 'in', ...owned, 'out', 'out/file'], { cwd: root })
        .toString()
        .trim()
        .split('\n');
    return { dir: join(root, 'in'), stat };
  }
  const owned = ['folder', 'folder/file', 'pipe', 'out', 'file'].map((name) => `in/${name}`);

  it('gives all files of a folder to a user', skipIf(noRoot), async () => {
    const { dir, stat } = await makeOwned();
    execFileSync(program, ['own', dir, '1000']);
    expect(stat('%u')).toEqual(['1000', '1000', '1000', '1000', '1000', '1000', '0', '0']);
  });

  it('lets every user write the files of a folder', async () => {
    const { dir, stat } = await makeOwned();
    execFileSync(program, ['share', dir]);
    expect(stat('%a')).toEqual(['777', '777', '777', '600', '777', '777', '700', '600']);
  });

  it('prints the number of a user', () => {
    const numberOf = (name: string) => execFileSync(program, ['user', name]).toString();
    expect(['', 'root', '1234:5'].map(numberOf)).toEqual([String(process.getuid?.()), '0', '1234']);
    expect(spawnSync(program, ['user', 'nobody-here']).stderr.toString()).toBe(
      'unable to find user nobody-here\n',
    );
  });

  it('unpacks and packs names of any bytes', async () => {
    const sources = await temporaryDirectory();
    const target = await temporaryDirectory();
    const latin1 = fileNameOf(Buffer.from('caf\xe9', 'latin1'));
    const names = [latin1, '-rf', 'a\nb', 'back\\slash', 'n'.repeat(255)];
    for (const name of names) await writeFile(fileNameBytes(join(sources, name)), 'text');
    const input = await buffer(packSources(sources, 'src'));
    execFileSync(program, ['unpack', target], { input });
    const packed = execFileSync(program, ['pack', join(target, 'src')]);
    const found: string[] = [];
    for await (const { header } of readTar(Readable.from([packed]))) found.push(header.name);
    expect(found.sort()).toEqual(['src/', ...names.map((name) => `src/${name}`)].sort());
  });
});
