import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { canHaveNamespaces } from './can-have-namespaces.ts';
import { findMarked, listProcesses } from './process-table.ts';
import { createProcessWorkspace } from './process-workspace.ts';
import type { StepAccount } from './step-account.ts';
import { detectStepIsolation, type StepIsolation } from './step-isolation.ts';
import { sweepWorkspaces } from './sweep-workspaces.ts';

const isRoot = process.getuid?.() === 0;

function nobody(): StepAccount {
  const idOf = (option: string) => Number(execFileSync('id', [option, 'nobody']));
  return { name: 'nobody', uid: idOf('-u'), gid: idOf('-g') };
}

interface IsolationConfig {
  account: StepAccount | undefined;
  isPrivate: boolean;
  hasNamespace: boolean;
}

const own = { account: undefined, isPrivate: !isRoot };
const other = isRoot ? [nobody()] : [];
const allConfigs: [string, IsolationConfig][] = [
  ['in a namespace', { ...own, hasNamespace: true }],
  ...other.flatMap((account): [string, IsolationConfig][] => [
    ['in a namespace, as another account', { account, isPrivate: false, hasNamespace: true }],
    ['in a namespace and a view', { account, isPrivate: true, hasNamespace: true }],
    ['with marks, as another account', { account, isPrivate: false, hasNamespace: false }],
    ['with marks, in a view', { account, isPrivate: true, hasNamespace: false }],
  ]),
  ['with marks', { ...own, hasNamespace: false }],
];

async function detectIsolation(workDir: string, config: IsolationConfig): Promise<StepIsolation> {
  const hiddenDirs = config.isPrivate ? [workDir] : undefined;
  const isolation = await detectStepIsolation({ workDir, account: config.account, hiddenDirs });
  return { ...isolation, hasNamespace: config.hasNamespace };
}

/** True if this system supports the isolation. */
async function isSupported(config: IsolationConfig): Promise<boolean> {
  const workDir = await mkdtemp(join(tmpdir(), 'millrace-runner-'));
  await chmod(workDir, 0o711);
  const isolation = await detectIsolation(workDir, config);
  const isComplete = !config.isPrivate || isolation.view !== undefined;
  const works =
    isComplete && (!config.hasNamespace || (await canHaveNamespaces(workDir, isolation)));
  await rm(workDir, { recursive: true, force: true });
  return works;
}

const supported = await Promise.all(allConfigs.map(([, config]) => isSupported(config)));
const configs = allConfigs.filter((_, index) => supported[index]);
const namespaceConfigs = configs.filter(([, config]) => config.hasNamespace);

async function setUp(config: IsolationConfig, { killGraceMs = 5000 } = {}) {
  const workDir = await temporaryDirectory();
  await chmod(workDir, 0o711);
  const isolation = await detectIsolation(workDir, config);
  const workspace = await createProcessWorkspace(workDir, 7, killGraceMs, isolation);
  const token = `1${Math.random().toString().slice(2, 11)}`;
  onTestFinished(async () => {
    await workspace.killLeftovers();
    for (const pid of await findCommand(token)) process.kill(pid, 'SIGKILL');
    await workspace.remove();
  });
  const abort = new AbortController();
  const run = async (commands: string[], number = 1) => {
    let output = '';
    const exit = await workspace.runStep(
      { number, name: 'step', commands, environment: {} },
      (chunk) => {
        output += Buffer.from(chunk).toString();
      },
      abort.signal,
    );
    return { ...exit, output };
  };
  const release = () => writeFile(join(workspace.sourceDir, 'go'), '');
  return { workDir, isolation, workspace, token, run, abort, release };
}

/** Returns the `sleep` processes with this argument, even if they have dropped everything else. */
async function findCommand(word: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')),
  );
  return pids.map(Number).filter((_, index) => commands[index]?.startsWith(`sleep\0${word}`));
}

const waitForTest = 'until [ -e go ]; do sleep 0.01; done';

const hidingCommands: Record<string, (token: string) => string> = {
  'without its environment and session': (token) => `env -i setsid sleep ${token} &`,
  'forked twice': (token) => `(env -i setsid sh -c 'setsid sleep ${token} & exit' &)`,
  'that ignores the hangup': (token) =>
    `env -i nohup setsid sleep ${token} > /dev/null 2> /dev/null &`,
  'in another directory, without open files': (token) =>
    `env -i setsid sh -c 'cd / && exec sleep ${token} <&- >&- 2>&-' &`,
};

/** On every change, one of them as another account: the account does not change how a process hides. */
function hidingCommandsOf({ account }: IsolationConfig) {
  const all = Object.entries(hidingCommands);
  return account && process.env.MILLRACE_TEST_DEEP !== '1' ? all.slice(0, 1) : all;
}

describe.each(configs)('%s', (_, config) => {
  it.each(hidingCommandsOf(config))(
    'kills a process %s when the stage finishes',
    async (_name, hide) => {
      const { workspace, token, run, release } = await setUp(config);
      const running = run([hide(token), waitForTest]);
      await expect.poll(() => findCommand(token)).toHaveLength(1);
      await release();
      expect(await running).toMatchObject({ exitCode: 0, wasKilled: false });
      // The next step of the stage may need the process.
      expect(await findCommand(token)).toHaveLength(1);
      expect(await run(['true'], 2)).toMatchObject({ exitCode: 0 });
      expect(await findCommand(token)).toHaveLength(1);
      await workspace.killLeftovers();
      expect(await findCommand(token)).toEqual([]);
    },
  );

  it.each(hidingCommandsOf(config))('kills a process %s on cancel', async (_name, hide) => {
    const { token, run, abort } = await setUp(config);
    const running = run([hide(token), waitForTest]);
    await expect.poll(() => findCommand(token)).toHaveLength(1);
    abort.abort();
    expect(await running).toMatchObject({ wasKilled: true });
    expect(await findCommand(token)).toEqual([]);
  });

  it.each(hidingCommandsOf(config))(
    'ends a process %s when the next runner starts',
    async (_name, hide) => {
      const { workDir, isolation, token } = await setUp(config);
      const runner = await startRunner(workDir, { ...config }, hide(token));
      await expect.poll(() => findCommand(token)).toHaveLength(1);
      const exited = once(runner, 'exit');
      runner.kill('SIGKILL');
      await exited;
      if (isolation.hasNamespace) await expect.poll(() => findCommand(token)).toEqual([]);
      await sweepWorkspaces(workDir);
      expect(await findCommand(token)).toEqual([]);
    },
  );

  it('kills the group of a step when the step finishes', async () => {
    const { token, run } = await setUp(config);
    const { output } = await run([
      `(trap "" TERM; exec sleep ${token}) > /dev/null 2>&1 &`,
      'trap "echo asked" TERM',
      'kill 0',
      'kill -TERM "-$$"',
      'echo still',
    ]);
    expect(output.match(/^asked$/gm)).toHaveLength(2);
    expect(output).toMatch(/\nstill\n$/);
    await expect.poll(() => findCommand(token)).toEqual([]);
    expect(await run(['kill -SEGV $$'], 2)).toMatchObject({ exitCode: 139, wasKilled: false });
  });

  it('lets a cancelled step clean up', async () => {
    const { run, abort, token } = await setUp(config);
    const running = run(["trap 'echo bye; exit 1' TERM", `setsid sleep ${token} &`, waitForTest]);
    await expect.poll(() => findCommand(token)).toHaveLength(1);
    abort.abort();
    expect(await running).toMatchObject({ wasKilled: true, exitCode: 1 });
    expect((await running).output).toContain('\nbye\n');
  });

  it.each(['kill -STOP $$', 'kill -STOP 0'])('kills a step with %s on cancel', async (stop) => {
    const { run, abort, workspace, workDir } = await setUp(config, { killGraceMs: 100 });
    const isAnyStopped = async () => {
      const entries = await findMarked(await listProcesses(), workDir);
      return entries.some((entry) => entry.isStopped);
    };
    const running = run([': > stopping', stop]);
    await expect.poll(() => existsSync(join(workspace.sourceDir, 'stopping'))).toBe(true);
    await expect.poll(isAnyStopped).toBe(true);
    abort.abort();
    expect(await running).toMatchObject({ wasKilled: true });
    await workspace.killLeftovers();
  });

  it('lets a step interrupt its processes', async () => {
    const { run } = await setUp(config);
    const { output } = await run([
      'sh -c \'trap "echo interrupted; exit 0" INT; kill -INT $$; echo ignored\'',
    ]);
    expect(output).toMatch(/\ninterrupted\n$/);
  });

  it('starts a step after leftovers were killed', async () => {
    const { workspace, run } = await setUp(config);
    await run(['true']);
    await workspace.killLeftovers();
    expect(await run(['echo again'], 2)).toMatchObject({ exitCode: 0 });
  });
});

describe.each(namespaceConfigs)('%s', (_, config) => {
  it('shows a step only the processes of its stage', async () => {
    const { run } = await setUp(config);
    const { output } = await run([
      'read -r pid rest < /proc/self/stat; test "$pid" = $$ && echo own',
      `kill -0 ${process.pid} || echo refused`,
      'ls -d /proc/[0-9]* | wc -l',
      'id -u',
    ]);
    expect(output).toContain('\nown\n');
    expect(output).toContain('\nrefused\n');
    const uid = config.account?.uid ?? process.getuid?.();
    expect(output).toMatch(new RegExp(`\n${uid}\n$`));
    // The first process and its `sleep`, this step, and two for the pipe.
    expect(Number(/^\d$/m.exec(output)?.[0])).toBeLessThanOrEqual(5);
  });

  it('kills processes that constantly replace themselves', async () => {
    const { run, workspace } = await setUp(config);
    const fifo = join(workspace.sourceDir, 'alive');
    execFileSync('/usr/bin/mkfifo', ['-m', '666', fifo]);
    const reader = spawn('cat', [fifo], { stdio: ['ignore', 'pipe', 'inherit'] });
    const alive = text(reader.stdout);
    await run([
      `printf 'echo . >&9\\nenv -i setsid sh ./chain &\\n' > chain`,
      'exec 9> alive',
      'for i in 1 2 3 4 5 6 7 8 9 10; do env -i setsid sh ./chain & done',
    ]);
    await workspace.killLeftovers();
    // The output ends when the last process closes the pipe.
    expect(await alive).not.toBe('');
  });

  it('reaps the orphans of a stage', async () => {
    const { run } = await setUp(config);
    const { output } = await run([
      'for i in 1 2 3 4 5; do (setsid true &); done',
      'while ps -A -o stat,comm 2>/dev/null | grep -q "Z.*true"; do sleep 0.01; done',
      'echo reaped',
    ]);
    expect(output).toMatch(/\nreaped\n$/);
  });
});

/** Starts another process that runs a step, as a runner does. */
async function startRunner(workDir: string, config: IsolationConfig, command: string) {
  const script = `
    import { createProcessWorkspace } from ${JSON.stringify(join(import.meta.dirname, 'process-workspace.ts'))};
    import { detectStepIsolation } from ${JSON.stringify(join(import.meta.dirname, 'step-isolation.ts'))};
    const [workDir, config, command] = process.argv.slice(1);
    const { account, isPrivate, hasNamespace } = JSON.parse(config);
    const hiddenDirs = isPrivate ? [workDir] : undefined;
    const isolation = await detectStepIsolation({ workDir, account, hiddenDirs });
    const workspace = await createProcessWorkspace(workDir, 8, 0, { ...isolation, hasNamespace });
    const step = { number: 1, name: 'step', commands: [command, 'sleep 1000'], environment: {} };
    await workspace.runStep(step, () => {}, new AbortController().signal);
  `;
  const args = ['--input-type=module', '--eval', script, workDir, JSON.stringify(config), command];
  return spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}
