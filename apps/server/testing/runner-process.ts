import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { machineEnv, program } from '@millrace/test-support/program';
import { onTestFinished } from 'vitest';
import { rpcEnvironment } from './rpc-client.ts';

export interface RunnerProcess {
  process: ChildProcess;
  /** Everything written to stdout and stderr. */
  output(): string;
  exitCode: Promise<number | null>;
}

/**
 * Starts `millrace runner` as a separate process. The process and its steps are killed when the test has
 * finished.
 */
export function startRunnerProcess(
  server: { url: string; tempDir: string },
  env: Record<string, string> = {},
  args: readonly string[] = [],
): RunnerProcess {
  const child = spawn(process.execPath, [program, 'runner', ...args], {
    cwd: server.tempDir,
    env: {
      ...machineEnv,
      MILLRACE_SERVER: server.url,
      MILLRACE_RUNNER_NAME: 'remote',
      MILLRACE_RUNNER_DATA: join(server.tempDir, 'runner'),
      ...rpcEnvironment,
      ...env,
    },
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    killStepsIn(server.tempDir);
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const exitCode = once(child, 'exit').then(([code]) => code);
  return { process: child, output: () => output, exitCode };
}

/** Kills the process groups of steps that a killed runner left behind. */
export function killStepsIn(folder: string): void {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      if (environment.includes(`MILLRACE_WORKSPACE=${folder}/`))
        process.kill(Number(pid), 'SIGKILL');
    } catch {
      // The process has already exited.
    }
  }
}
