import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { openSession } from '../../testing/terminal-session.ts';
import type { StepSpec } from '../engine.ts';
import { createProcessEngine } from './process-engine.ts';
import { findMarked, listProcesses } from './process-table.ts';

const account =
  process.getuid?.() === 0 ? { name: 'nobody', uid: idOf('-u'), gid: idOf('-g') } : undefined;

function idOf(option: string): number {
  return Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
}

/** Lists the processes of this machine that run one of these commands. */
async function findPrograms(...commands: string[][]): Promise<string[]> {
  const wanted = new Set(commands.map((command) => `${command.join('\0')}\0`));
  const entries = await listProcesses();
  const read = ({ pid }: { pid: number }) =>
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return (await Promise.all(entries.map(read))).filter((line) => wanted.has(line));
}

/** Creates a workspace in which a step has failed: isolated as on a server, or not at all. */
async function setUp({ isIsolated }: { isIsolated: boolean }) {
  const dir = await temporaryDirectory();
  await chmod(dir, 0o711);
  const dataDir = join(dir, 'data');
  await mkdir(dataDir, { mode: 0o711 });
  await writeFile(join(dataDir, 'secret.key'), 'top secret\n', { mode: 0o644 });
  const workDir = join(dataDir, 'runner');
  const isolation = isIsolated ? { account, hiddenDirs: [dataDir] } : {};
  const engine = createProcessEngine({ workDir, killGraceMs: 1000, ...isolation });
  await engine.open();
  const workspace = await engine.createWorkspace({
    stageId: 7,
    workspace: { base: '', path: '' },
    volumes: [],
    hosts: [],
    registries: [],
  });
  const abort = new AbortController();
  onTestFinished(async () => {
    abort.abort();
    await workspace.killLeftovers();
    await workspace.remove();
  });
  const step: StepSpec = {
    number: 1,
    name: 'build',
    environment: { DRONE_STAGE: 'mill', PS1: '> ' },
    commands: ['echo flour > sack.txt', 'exit 3'],
  };
  const exit = await workspace.runStep(step, () => undefined, abort.signal);
  expect(exit.exitCode).toBe(3);
  await workspace.killLeftovers();
  return { dataDir, workDir, workspace, step, abort };
}

describe.each([{ isIsolated: false }, { isIsolated: true }])('a terminal, %j', (options) => {
  it('is in the folder of the failed step, with its files and variables', async () => {
    const { workspace, step } = await setUp(options);
    const { type, untilShown, ended, shown } = await openSession(workspace, step);
    type('cat sack.txt; echo "$DRONE_STAGE/$TERM"; stty size; tty; exit 7\r');
    await untilShown('mill/xterm-256color');
    expect(await ended()).toBe(7);
    expect(shown()).toMatch(/flour\r\n/);
    expect(shown()).toMatch(/\n20 90\r\n/);
    expect(shown()).toMatch(/\n\/dev\/pts\/\d+\r\n/);
  });

  it('changes its size, and interrupts programs without ending', async () => {
    const { workspace, step } = await setUp(options);
    const { terminal, type, untilShown, shown, ended } = await openSession(workspace, step);
    type('sh -c "echo be\\$0in; exec sleep 1000" g\r');
    await untilShown('begin');
    type('\u0003');
    terminal.resize({ columns: 100, rows: 30 });
    // Keys that arrive while the shell handles the interrupt are lost.
    const typeAgain = () => {
      type('stty size\r');
      return shown();
    };
    await expect.poll(typeAgain).toContain('30 100');
    type('exit\r');
    expect(await ended()).toBe(0);
  });

  it('kills the programs that its shell left running, but not those of another terminal', async () => {
    const { workDir, workspace, step } = await setUp(options);
    const other = await openSession(workspace, step);
    const { type, ended } = await openSession(workspace, step);
    other.type('echo "ru"ns\r');
    await other.untilShown('runs');
    type(
      'setsid sleep 861000 & env -i setsid sleep 861001 & nohup sleep 861002 & sleep 0.2; exit 4\r',
    );
    expect(await ended()).toBe(4);
    const open = await findMarked(await listProcesses(), workDir);
    other.type('exit 5\r');
    expect(await other.ended()).toBe(5);
    expect(open).not.toEqual([]);
    expect(
      await findPrograms(['sleep', '861000'], ['sleep', '861001'], ['sleep', '861002']),
    ).toEqual([]);
    expect(await findMarked(await listProcesses(), workDir)).toEqual([]);
  });

  it('ignores input and sizes after its end', async () => {
    const { workspace, step } = await setUp(options);
    const { terminal, type, ended } = await openSession(workspace, step);
    type('exit\r');
    await ended();
    type('more');
    terminal.resize({ columns: 10, rows: 10 });
  });

  it('lets a program wait while nobody reads its output', async () => {
    const { workspace, step, abort } = await setUp(options);
    const size = { columns: 90, rows: 20 };
    const terminal = await workspace.openTerminal(step, size, abort.signal);
    const countFile = join(workspace.sourceDir, 'count');
    const count = 'while :; do i=$((i + 1)); echo $i > count; printf %1000s x; done';
    terminal.write(Buffer.from(`${count}\r`));
    const readCount = async () => Number(await readFile(countFile, 'utf8').catch(() => 0));
    let before = 0;
    const hasStopped = async () => {
      const last = before;
      before = await readCount();
      return last > 0 && last === before;
    };
    await expect.poll(hasStopped, { interval: 300, timeout: 60_000 }).toBe(true);
    // At most what the queue, the stream and the terminal hold.
    expect(await readCount()).toBeLessThan(400);
    abort.abort();
    expect(await terminal.exited).toBe(137);
  });

  it('ends with the leftovers of the workspace', async () => {
    const { workDir, workspace, step } = await setUp(options);
    const { type, untilShown, ended } = await openSession(workspace, step);
    type('echo "ru"ns; sleep 1000\r');
    await untilShown('runs');
    await workspace.killLeftovers();
    expect(await ended()).toBe(137);
    expect(await findMarked(await listProcesses(), workDir)).toEqual([]);
  });

  it('ends with the signal, with its programs', async () => {
    const { workDir, workspace, step, abort } = await setUp(options);
    const { type, untilShown, ended } = await openSession(workspace, step, abort.signal);
    type('sleep 861000 & echo "ru"ns; sleep 1001\r');
    await untilShown('runs');
    abort.abort();
    await ended();
    expect(await findMarked(await listProcesses(), workDir)).toEqual([]);
  });
});

it('has the isolation of steps', async () => {
  const { dataDir, workspace, step } = await setUp({ isIsolated: true });
  const { type, ended, shown } = await openSession(workspace, step);
  type(`id -u; cat ${dataDir}/secret.key; exit\r`);
  await ended();
  if (account) expect(shown()).toContain(`\r${account.uid}\r\n`);
  expect(shown()).not.toContain('top secret');
});
