import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineEnv, program as millrace } from '@millrace/test-support/program';
import { onTestFinished } from 'vitest';
import { copyAdminData } from './admin-data.ts';
import { password } from './test-server.ts';

const readyLine = /^Millrace is ready at (\S+)$/m;

/** Settings with which the data of another server cannot be used, or is not that of a first start. */
const decidesData = [
  'MILLRACE_SECRET_KEY',
  'MILLRACE_DATABASE_URL',
  'MILLRACE_ADMIN_LOGIN',
  'MILLRACE_FORGE',
];

export interface LaunchedServer {
  pid: number;
  tempDir: string;
  dataDir: string;
  /** Everything written to stdout and stderr so far. */
  output(): string;
  /** Sends the signal. Resolves with the exit code once the process has exited. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Resolves with the URL once the server is ready. Rejects if it exits before. */
  ready: Promise<string>;
}

export interface ServerProcess extends LaunchedServer {
  url: string;
}

/** Like {@link launchServerProcess}, but waits until the server is ready. */
export async function startServerProcess(
  env: Record<string, string> = {},
  program = millrace,
  node = process.execPath,
): Promise<ServerProcess> {
  const launched = await launchServerProcess(env, program, node);
  return { ...launched, url: await launched.ready };
}

/**
 * Starts `millrace server` as a separate process with the account `admin`. It is killed when the test has
 * finished.
 */
export async function launchServerProcess(
  env: Record<string, string> = {},
  program = millrace,
  node = process.execPath,
): Promise<LaunchedServer> {
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-server-process-'));
  // Steps of another account have their workspaces beside the data folder.
  await chmod(tempDir, 0o711);
  const dataDir = join(tempDir, 'data');
  if (!decidesData.some((name) => name in env)) await copyAdminData(env.MILLRACE_DATA ?? dataDir);
  const child = spawn(node, [program, 'server'], {
    cwd: tempDir,
    env: {
      ...machineEnv,
      HOME: tempDir,
      MILLRACE_DATA: dataDir,
      MILLRACE_PORT: '0',
      MILLRACE_SEED: 'none',
      MILLRACE_ADMIN_PASSWORD: password,
      ...env,
    },
  });
  const ended = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
    return child.exitCode;
  };
  onTestFinished(async () => {
    await end('SIGKILL');
    await rm(tempDir, { recursive: true, force: true, maxRetries: 3 });
  });
  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [, address] = readyLine.exec(output) ?? [];
        if (address) resolve(address);
      });
    }
    void ended.then(() => reject(new Error(`The server exited: ${output}`)));
  });
  // Callers that await it get the error.
  ready.catch(() => {});
  return { pid: child.pid ?? 0, tempDir, dataDir, output: () => output, end, ready };
}
