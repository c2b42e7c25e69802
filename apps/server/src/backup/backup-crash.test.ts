import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@millrace/node-kit/clock';
import { program } from '@millrace/test-support/program';
import { expect, it, onTestFinished } from 'vitest';
import { runMillrace } from '../../testing/backup-commands.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { createWorkTree, samplePipeline } from '../../testing/test-server.ts';

const kills = process.env.MILLRACE_TEST_DEEP === '1' ? 50 : 2;
/** Longer than a backup of this test takes, so that some finish. */
const maxDelayMs = 700;

it('a backup is complete or has no name when it or its server is killed', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-backup-crash-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  const dataDir = join(dir, 'data');
  const startServer = () =>
    startServerProcess({ MILLRACE_DATA: dataDir, MILLRACE_RUNNER_CAPACITY: '0' });
  let server = await startServer();
  const work = await createWorkTree({ url: server.url, tempDir: dir }, 'admin', 'admin/project');
  const push = async (number: number) => {
    await work.commit({ '.drone.yml': samplePipeline, number: String(number) });
    await work.git('push', '--quiet', 'origin', 'main');
  };
  for (let kill = 0; kill < kills; kill++) {
    await push(kill);
    const file = join(dir, `backup-${kill}`);
    const backup = spawn(process.execPath, [program, 'backup', file], {
      stdio: 'ignore',
      env: { PATH: process.env.PATH, MILLRACE_DATA: dataDir },
    });
    const ended = once(backup, 'exit');
    const isServer = kill % 2 === 1;
    // Spread over the time of a backup, from its start to after its end.
    const delay = systemClock.wait((maxDelayMs * (kill + 0.5)) / kills);
    if (isServer) {
      await delay;
      await server.end('SIGKILL');
      await ended;
      expect(backup.exitCode).toBe(0);
      server = await startServer();
    } else {
      await Promise.race([delay, ended]);
      backup.kill('SIGKILL');
      await ended;
    }
    if ((await readdir(dir)).includes(`backup-${kill}`)) {
      await verify(dir, file, kill);
    } else {
      expect(backup.exitCode).not.toBe(0);
    }
  }
  // The killed backups block neither the server nor another backup.
  const last = join(dir, 'last');
  expect(await runMillrace({ MILLRACE_DATA: dataDir }, ['backup', last])).toMatchObject({
    exitCode: 0,
  });
  await verify(dir, last, kills);
  for (const name of await readdir(dir)) {
    if (!name.includes('.partial-')) continue;
    const [archive] = (await readdir(join(dir, name))).filter((each) => each === 'archive');
    if (archive) await refuseOrVerify(dir, join(dir, name, archive));
  }
}, 600_000);

/** Restores a backup, and starts a server on it. */
async function verify(dir: string, file: string, number: number): Promise<void> {
  const target = join(dir, `restored-${number}`);
  const restored = await runMillrace({ MILLRACE_DATA: target }, ['restore', file]);
  expect(restored).toMatchObject({ exitCode: 0 });
  await cp(join(dir, 'data', 'secret.key'), join(target, 'secret.key'));
  const server = await startServerProcess({
    MILLRACE_DATA: target,
    MILLRACE_RUNNER_CAPACITY: '0',
  });
  const work = await createWorkTree({ url: server.url, tempDir: dir }, 'admin', 'admin/project');
  expect((await work.git('fetch', '--quiet', 'origin', 'main')).exitCode).toBe(0);
  await server.end('SIGKILL');
  await rm(target, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * A part of a backup is not taken for one. If the backup was killed after the end of its archive and before the
 * archive had its name, it is complete.
 */
async function refuseOrVerify(dir: string, archive: string): Promise<void> {
  const target = join(dir, 'refused');
  const { exitCode } = await runMillrace({ MILLRACE_DATA: target }, ['restore', archive]);
  await rm(target, { recursive: true, force: true });
  if (exitCode === 0) await verify(dir, archive, kills + 1);
  else expect(exitCode).toBe(1);
}
