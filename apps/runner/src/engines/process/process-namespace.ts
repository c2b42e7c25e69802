import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { listMatching } from './process-table.ts';
import {
  pollMs,
  type StageProcesses,
  type StartCommand,
  type StepGroup,
  sendSignal,
  type TerminalCommand,
  terminate,
} from './stage-processes.ts';
import type { StepAccount } from './step-account.ts';
import { systemPath } from './system-path.ts';
import { workspaceVariable } from './workspace-marker.ts';

/**
 * First process of the namespace. Orphans become its children, and `wait` reaps them. The kernel kills all
 * processes in the namespace when it exits.
 */
const initScript = `echo ready
exec > /dev/null
while :; do
  sleep 1000000 &
  wait $!
done
`;

/**
 * Makes the step a session leader, as commands like `kill 0` expect, and reports its process id in the
 * namespace.
 */
const enterScript = 'cd "$1" && shift && echo $$ >&3 && exec "$@" 3>&-';
const directoryScript = 'cd "$1" && shift && exec "$@"';
const killGroupScript = 'kill -KILL "-$1"';
const idDescriptor = 3;
/** Time limit, because a process of a step may stop the process that kills the group. */
const maxGroupKillMs = 2000;

interface NamespaceProcesses {
  /** Process that created the namespace and waits for its first process. */
  creator: ChildProcess;
  pid: number;
  /** Name of the namespace in `/proc`. */
  namespace: string;
}

/**
 * A process namespace for the steps of a stage, with its own `/proc`. Steps cannot see or signal other
 * processes of this host, and no process can leave it.
 */
export class ProcessNamespace implements StageProcesses {
  private readonly workspacePath: string;
  private readonly account: StepAccount | undefined;
  private init: Promise<NamespaceProcesses> | undefined;
  /** Processes outside of the namespace, each waiting for a process that entered it. */
  private readonly enteringProcesses = new Set<ChildProcess>();

  constructor(workspacePath: string, account: StepAccount | undefined) {
    this.workspacePath = workspacePath;
    this.account = account;
  }

  async startCommand(command: readonly string[], directory: string): Promise<StartCommand> {
    const entering = ['setsid', '/bin/sh', '-c', enterScript, 'sh', directory, ...command];
    return { ...(await this.enter(entering)), stdio: ['pipe'] };
  }

  /** The session leader is outside of the namespace, with the terminal. */
  terminalCommand(command: readonly string[], directory: string): Promise<TerminalCommand> {
    return this.enter(['/bin/sh', '-c', directoryScript, 'sh', directory, ...command]);
  }

  groupOf(step: ChildProcess): StepGroup {
    // Read immediately: Node discards unread output when the process exits.
    const reported = text(step.stdio[idDescriptor] as Readable).catch(() => '');
    this.trackEntering(step);
    return { kill: async () => this.killGroup(await reported) };
  }

  async end(_step: ChildProcess, graceMs: number): Promise<void> {
    const init = await this.init?.catch(() => undefined);
    if (!init) return;
    await terminate(() => listOthers(init), graceMs);
    await this.killAll();
  }

  async killAll(): Promise<void> {
    const init = await this.init?.catch(() => undefined);
    if (!init || hasExited(init.creator)) return;
    const exited = once(init.creator, 'exit');
    // The exit is reported after the kernel has killed all other processes and their parents have noticed.
    sendSignal(init.pid, 'SIGKILL');
    while (!hasExited(init.creator)) {
      // `nsenter` stops together with the process that it waits for.
      for (const { pid } of this.enteringProcesses) if (pid) sendSignal(pid, 'SIGCONT');
      await Promise.race([exited, delay(pollMs)]);
    }
  }

  private async enter(command: readonly string[]): Promise<TerminalCommand> {
    const { pid } = await this.open();
    const { account } = this;
    const ids = account ? ['--setuid', String(account.uid), '--setgid', String(account.gid)] : [];
    return { file: 'nsenter', args: enterArgs(pid, ids, command), changesAccount: true };
  }

  private trackEntering(entering: ChildProcess): void {
    this.enteringProcesses.add(entering);
    const drop = () => this.enteringProcesses.delete(entering);
    entering.once('exit', drop).once('error', drop);
  }

  /** Returns the namespace, or creates a new one if a step has killed it. */
  private open(): Promise<NamespaceProcesses> {
    this.init ??= this.start().catch((error: unknown) => {
      this.init = undefined;
      throw error;
    });
    return this.init;
  }

  private async killGroup(groupId: string): Promise<void> {
    const init = await this.init;
    if (!init || !/^\d+\n$/.test(groupId)) return;
    // If the first process has children other than its own `sleep`, they are leftovers of steps.
    if ((await readChildren(init.pid)).length <= 1) return;
    const args = enterArgs(init.pid, [], ['/bin/sh', '-c', killGroupScript, 'sh', groupId.trim()]);
    const entering = spawn('nsenter', args, { env: systemPath, stdio: 'ignore' });
    this.trackEntering(entering);
    // The group may be empty, or the namespace may no longer exist.
    const ended = once(entering, 'exit').catch(() => undefined);
    await Promise.race([ended, delay(maxGroupKillMs)]);
  }

  private async start(): Promise<NamespaceProcesses> {
    const user = isRoot() ? [] : ['--user', '--map-root-user'];
    const creator = spawn(
      'setpriv',
      [
        // Ends the namespace together with this runner, even if the runner is killed.
        '--pdeathsig',
        'KILL',
        '--',
        'unshare',
        '--fork',
        '--kill-child',
        ...user,
        '--pid',
        '--mount-proc',
        '--propagation',
        'unchanged',
        '--',
        '/bin/sh',
        '-c',
        initScript,
      ],
      {
        cwd: '/',
        env: { ...systemPath, [workspaceVariable]: this.workspacePath },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      },
    );
    creator.once('exit', () => {
      this.init = undefined;
    });
    const errors = text(creator.stderr);
    await Promise.race([once(creator.stdout, 'data'), once(creator, 'exit')]);
    const [pid] = hasExited(creator) ? [] : await readChildren(creator.pid);
    const namespace = pid && (await readNamespace(pid));
    if (!pid || !namespace) throw new Error(`No process namespace: ${await errors}`);
    return { creator, pid, namespace };
  }
}

function enterArgs(pid: number, ids: readonly string[], command: readonly string[]): string[] {
  const user = isRoot() ? ids : ['--user', '--preserve-credentials'];
  return ['--target', String(pid), ...user, '--mount', '--pid', '--', ...command];
}

/**
 * Lists the processes that steps started. The first process and its children are in the process group of its
 * creator.
 */
async function listOthers({ creator, namespace }: NamespaceProcesses) {
  const entries = await listMatching(async (pid) => (await readNamespace(pid)) === namespace);
  return entries.filter((entry) => entry.groupId !== creator.pid);
}

async function readNamespace(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/ns/pid`).catch(() => undefined);
}

async function readChildren(pid: number | undefined): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => '');
  return children.split(' ').filter(Boolean).map(Number);
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
