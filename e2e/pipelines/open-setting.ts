import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { findDockerHost } from '@millrace/test-support/docker-host';
import { Admin } from '../support/admin.ts';
import { Millrace } from '../support/millrace.ts';
import { Program } from '../support/program.ts';
import { startRegistry } from './registry.ts';
import type { Setting } from './setting.ts';

const rpcSecret = 'a secret of these tests alone';

export interface OpenSetting extends Setting {
  close(): Promise<void>;
}

/** Starts a real server, a second runner with labels and, if Docker is available, an image registry. */
export async function openSetting(
  docker: Awaited<ReturnType<typeof findDockerHost>>,
): Promise<OpenSetting> {
  const millrace = await Millrace.start({
    MILLRACE_RUNNER_CAPACITY: '6',
    MILLRACE_RPC_SECRET: rpcSecret,
  });
  const disposals = [() => millrace.dispose()];
  const close = async () => {
    for (const dispose of disposals.splice(0).reverse()) await dispose();
  };
  try {
    const runner = await startLabelledRunner(millrace);
    disposals.push(async () => void (await runner.end('SIGTERM')));
    const folder = join(millrace.dir, 'host-folder');
    await mkdir(folder);
    const registry =
      typeof docker === 'string'
        ? undefined
        : await startRegistry(docker, join(millrace.dir, 'registry'));
    if (registry) disposals.push(() => registry.stop());
    return {
      millrace,
      admin: await Admin.signIn(millrace),
      places: {
        folder,
        ...(registry ? { registry: registry.host, docker_config: registry.dockerConfig } : {}),
      },
      readTemplate: (name) => readFile(join(import.meta.dirname, 'templates', name), 'utf8'),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startLabelledRunner(millrace: Millrace): Promise<Program> {
  const runner = new Program({
    command: 'runner',
    cwd: millrace.dir,
    logFile: join(millrace.dir, 'labelled-runner.log'),
    readyText: 'is ready',
  });
  await runner.start({
    MILLRACE_SERVER: millrace.url,
    MILLRACE_RPC_SECRET: rpcSecret,
    MILLRACE_RUNNER_NAME: 'labelled',
    MILLRACE_RUNNER_LABELS: 'gpu:yes,region:north',
    MILLRACE_RUNNER_DATA: join(millrace.dir, 'labelled-runner'),
  });
  return runner;
}
