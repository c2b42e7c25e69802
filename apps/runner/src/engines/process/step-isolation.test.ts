import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipIf } from '@millrace/test-support/skip-if';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { findPrivateView } from './private-view.ts';
import { createProcessEngine } from './process-engine.ts';
import type { StepAccount } from './step-account.ts';
import { findStepSetup } from './step-setup.ts';

const isRoot = process.getuid?.() === 0;
const nobody: StepAccount | undefined = isRoot
  ? { name: 'nobody', uid: idOf('-u'), gid: idOf('-g') }
  : undefined;

function idOf(option: string): number {
  return Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
}

const hasViews = await canHaveViews();

async function canHaveViews(): Promise<boolean> {
  const path = await mkdtemp(join(tmpdir(), 'millrace-view-'));
  await chmod(path, 0o711);
  const view = await findPrivateView({ hiddenDirs: [path] }, path, nobody);
  await rm(path, { recursive: true, force: true });
  return view !== undefined;
}

interface SetUp {
  hidesData: boolean;
  /** Returns other hidden folders, given the parent folder of the data folder. */
  alsoHidden?: (dir: string) => string[];
  readOnly?: (dir: string) => string[];
}

/** Creates a data folder of the server's account, with a secret and a workspace in it. */
async function setUp({ hidesData, alsoHidden = () => [], readOnly = () => [] }: SetUp) {
  const dir = await temporaryDirectory();
  await chmod(dir, 0o711);
  const dataDir = join(dir, 'data');
  await mkdir(dataDir, { mode: nobody ? 0o711 : 0o700 });
  const secretPath = join(dataDir, 'secret.key');
  await writeFile(secretPath, 'top secret\n', { mode: 0o644 });
  const workDir = join(dataDir, 'runner');
  await mkdir(workDir, { mode: 0o711 });
  await chmod(workDir, 0o711);
  const engine = createProcessEngine({
    workDir,
    account: nobody,
    hiddenDirs: hidesData ? [dataDir, ...alsoHidden(dir)] : undefined,
    readOnlyDirs: readOnly(dir),
  });
  await engine.open();
  const setup = { workspace: { base: '', path: '' }, volumes: [], hosts: [], registries: [] };
  const workspace = await engine.createWorkspace({ stageId: 7, ...setup });
  onTestFinished(async () => {
    await workspace.killLeftovers();
    await workspace.remove();
  });
  const run = async (commands: string[], environment: Record<string, string> = {}) => {
    let output = '';
    const exit = await workspace.runStep(
      { number: 1, name: 'step', commands, environment },
      (chunk) => {
        output += Buffer.from(chunk).toString();
      },
      new AbortController().signal,
    );
    return { ...exit, output };
  };
  return { dir, dataDir, secretPath, workspace, engine, run };
}

it(
  'shows a step its workspace and nothing else of the data folder',
  skipIf(!hasViews && 'this account may not create mount namespaces'),
  async () => {
    const { secretPath, dataDir, workspace, run, engine } = await setUp({ hidesData: true });
    expect(engine.describeSteps?.()).toContain('in a private view without the data folder');
    expect((await run([`cat ${secretPath}`])).output).not.toContain('top secret\n');
    const { output } = await run([`ls ${dataDir}`, 'pwd', 'echo kept > file']);
    expect(output).toContain(`+ pwd\n${workspace.sourceDir}\n`);
    expect(output).toMatch(/\nrunner\n\+ pwd/);
    expect(await readFile(join(workspace.sourceDir, 'file'), 'utf8')).toBe('kept\n');
  },
);

it(
  'hides other private folders, above or within the data folder',
  skipIf(!hasViews && 'this account may not create mount namespaces'),
  async () => {
    const { dir, dataDir, workspace, run } = await setUp({
      hidesData: true,
      alsoHidden: (folder) => {
        for (const name of ['logs', 'data/repositories']) mkdirSync(join(folder, name));
        return ['logs', 'data/repositories', 'none'].map((name) => join(folder, name));
      },
    });
    await writeFile(join(dir, 'logs/of-a-step'), '');
    const { output } = await run([`ls ${dir}/logs ${dataDir}`, 'pwd']);
    expect(output).not.toContain('of-a-step');
    expect(output).not.toContain('repositories');
    expect(output).toContain(`\n${workspace.sourceDir}\n`);
    const above = await setUp({ hidesData: true, alsoHidden: (folder) => [folder] });
    const { output: seen } = await above.run([`ls ${above.dir}`, 'pwd']);
    expect(seen).toContain(`\ndata\n+ pwd\n${above.workspace.sourceDir}\n`);
  },
);

it(
  'does not let a step undo the view',
  skipIf(!hasViews && 'this account may not create mount namespaces'),
  async () => {
    const { secretPath, dataDir, run } = await setUp({ hidesData: true });
    const attempts = [
      `umount ${dataDir}`,
      `umount -l ${dataDir}`,
      `unshare --user --map-root-user --mount sh -c 'umount -l ${dataDir}; cat ${secretPath}'`,
      `cat /proc/${process.pid}/root${secretPath}`,
      `cat ../../../secret.key`,
      `nsenter --target ${process.pid} --mount --user cat ${secretPath}`,
    ];
    const { output } = await run([...attempts.map((attempt) => `${attempt} || true`), 'echo end']);
    expect(output).toContain('\nend\n');
    expect(output).not.toContain('top secret');
  },
);

it(
  'makes the home, the program and their parent folders read-only',
  skipIf(!hasViews && 'this account may not create mount namespaces'),
  async () => {
    const { dir, dataDir, workspace, run, engine } = await setUp({
      hidesData: true,
      readOnly: (folder) => [folder],
    });
    expect(engine.describeSteps?.()).toContain('with home and program read-only');
    const home = join(dir, 'home');
    const program = join(dir, 'program');
    for (const path of [home, program]) await mkdir(path, { mode: 0o777 });
    for (const path of [dir, home, program]) await chmod(path, 0o777);
    await writeFile(join(program, 'main.mjs'), 'own\n', { mode: 0o666 });
    await chmod(join(program, 'main.mjs'), 0o666);
    const attempts = [
      `echo '[alias]' > ${home}/.gitconfig`,
      `mkdir -p ${home}/.config/git`,
      `echo 'sh attack' >> ${home}/.profile`,
      `mkdir -p ${program}/node_modules/.cache/millrace`,
      `echo attack > ${program}/main.mjs`,
      `rm ${program}/main.mjs`,
      `ln ${program}/main.mjs linked && echo attack > linked`,
      `mv ${program} ${program}-old`,
      `mv ${dataDir} ${dataDir}-old`,
      `mv ${dir} ${dir}-old`,
      `mount -o remount,bind,rw ${dir}`,
      `umount -l ${dir}`,
      `unshare --user --map-root-user --mount sh -c 'mount -o remount,bind,rw ${dir}; echo attack > ${program}/main.mjs'`,
      `unshare --user --map-root-user --mount sh -c 'umount -l ${dir}; echo attack > ${program}/main.mjs'`,
      `echo attack > /proc/${process.pid}/root${program}/main.mjs`,
    ];
    const { output } = await run([
      ...attempts.map((attempt) => `${attempt} || true`),
      'echo kept > file',
      'echo kept > "$HOME/file"',
      'echo end',
    ]);
    expect(output).toContain('\nend\n');
    expect(await readdir(dir)).toEqual(['data', 'home', 'program']);
    expect(await readdir(home)).toEqual([]);
    expect(await readdir(program)).toEqual(['main.mjs']);
    expect(await readFile(join(program, 'main.mjs'), 'utf8')).toBe('own\n');
    expect(await readFile(join(workspace.sourceDir, 'file'), 'utf8')).toBe('kept\n');
  },
);

it(
  'ignores the variables of a step until the view is arranged',
  skipIf(!hasViews && 'this account may not create mount namespaces'),
  async () => {
    const { secretPath, workspace, run } = await setUp({ hidesData: true });
    await run(['mkdir bin', 'printf "#!/bin/sh\\n" > bin/mount', 'cp bin/mount bin/unshare']);
    await run(['chmod 755 bin/*']);
    const PATH = `${workspace.sourceDir}/bin:/usr/bin:/bin`;
    const { output, exitCode } = await run(['echo "$PATH"', `cat ${secretPath} || true`], { PATH });
    expect(exitCode).toBe(0);
    expect(output).toContain(`\n${PATH}\n`);
    expect(output).not.toContain('top secret');
  },
);

it(
  'hides the environment and memory of the runner from steps',
  skipIf(!hasViews && !isRoot && 'not root'),
  async () => {
    const { run } = await setUp({ hidesData: hasViews });
    const { output } = await run([
      `cat /proc/${process.pid}/environ > /dev/null && echo read || echo refused`,
      `head -c 1 /proc/${process.pid}/mem && echo read || echo refused`,
    ]);
    expect(output).not.toContain('\nread\n');
    expect(output.match(/^refused$/gm)).toHaveLength(2);
  },
);

it(
  'passes every variable unchanged',
  skipIf(!hasViews && 'this account may not create mount namespaces'),
  async () => {
    const { run, workspace } = await setUp({ hidesData: true });
    const environment = {
      PLAIN: 'a',
      QUOTES: `it's "$HOME" \`x\` \\`,
      LINES: 'a\nb\n',
    };
    const { output } = await run(['env -0 | tr "\\0" "\\1"'], environment);
    const seen = output.split('\u0001');
    for (const [name, value] of Object.entries(environment))
      expect(seen).toContain(`${name}=${value}`);
    expect(await readFile(join(workspace.sourceDir, '..', 'step-1.sh.env'), 'utf8')).toBe('');
    await expect(run(['true'], { BAD: 'a\0b' })).rejects.toThrow('null byte');
  },
);

it('runs steps as the configured account', skipIf(!isRoot && 'not root'), async () => {
  const { run, secretPath } = await setUp({ hidesData: false });
  await chmod(secretPath, 0o600);
  const { output } = await run([
    'id -un',
    'touch "$HOME/a" "$TMPDIR/b" c',
    'echo out > /dev/stderr',
    `cat ${secretPath} || echo refused`,
  ]);
  expect(output).toMatch(/\nnobody\n.*\nout\n.*\nrefused\n$/s);
});

it('rejects root and unknown accounts', skipIf(!isRoot && 'not root'), () => {
  const configured = { execView: 'host', dataDir: '/data', workDir: '/data/runner' } as const;
  const find = (execUser: string) => () => findStepSetup({ ...configured, execUser });
  expect(find('root')).toThrow('which is root');
  expect(find('no-such-account')).toThrow('does not exist');
  expect(find('nobody')()).toMatchObject({ workDir: '/data-steps', hiddenDirs: undefined });
});

it('needs root to run steps as another account', skipIf(isRoot && 'only without root'), () => {
  const configured = { execView: 'host', dataDir: '/data', workDir: '/data/runner' } as const;
  expect(() => findStepSetup({ ...configured, execUser: 'nobody' })).toThrow('only root');
});
