import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { rpcEnvironment } from './rpc-client.ts';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));

export interface RunnerProcess {
  process: ChildProcess;
  /** All that it wrote, to both outputs. */
  output(): string;
  exitCode: Promise<number | null>;
}

/** `millrace runner` as a process of its own, which goes with the test. */
export function startRunnerProcess(
  server: { url: string; tempDir: string },
  env: Record<string, string> = {},
): RunnerProcess {
  const child = spawn(process.execPath, [program, 'runner'], {
    cwd: server.tempDir,
    env: {
      PATH: process.env.PATH,
      MILLRACE_SERVER: server.url,
      MILLRACE_RUNNER_NAME: 'remote',
      MILLRACE_RUNNER_DATA: join(server.tempDir, 'runner'),
      ...rpcEnvironment,
      ...env,
    },
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const exitCode = once(child, 'exit').then(([code]) => code);
  return { process: child, output: () => output, exitCode };
}
