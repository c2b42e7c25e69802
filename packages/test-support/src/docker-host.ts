import { execFileSync, spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { errorMessage } from '@millrace/node-kit/error-message';
import Docker from 'dockerode';
import tar from 'tar-fs';

/** An image with a shell and its usual tools, built when it is missing. */
export const testImage = 'millrace.test/busybox:1';

/** Returns the Docker host of the tests, or the reason why there is none. */
export async function findDockerHost(): Promise<Docker | string> {
  const docker = new Docker();
  try {
    await docker.ping();
  } catch (error) {
    // `npm test` reports why it could not start one.
    const reason = process.env.MILLRACE_TEST_DOCKER_REASON ?? textOf(error);
    return `Docker is not reachable: ${reason}`;
  }
  try {
    if (!(await hasImage(docker))) await makeImage(docker);
  } catch (error) {
    return `no test image: ${textOf(error)}`;
  }
  return (await findContainerProblem(docker)) ?? docker;
}

/**
 * Returns why containers cannot run. An engine may respond and still not be allowed to run anything, for
 * example inside another container.
 */
export async function findContainerProblem(
  docker: Docker,
  options: Docker.HostConfig = {},
): Promise<string | undefined> {
  try {
    await runOnce(docker, options);
    return undefined;
  } catch (error) {
    return `containers do not start: ${textOf(error)}`;
  }
}

async function hasImage(docker: Docker): Promise<boolean> {
  try {
    await docker.getImage(testImage).inspect();
    return true;
  } catch {
    return false;
  }
}

async function runOnce(docker: Docker, HostConfig: Docker.HostConfig): Promise<void> {
  const container = await docker.createContainer({
    Image: testImage,
    Cmd: ['/bin/true'],
    HostConfig,
  });
  try {
    await container.start();
    await container.wait();
  } finally {
    await container.remove({ force: true });
  }
}

function textOf(error: unknown): string {
  return errorMessage(error).trim();
}

async function makeImage(docker: Docker): Promise<void> {
  const names = execFileSync('busybox', ['--list'], { encoding: 'utf8' }).trim().split('\n');
  const binary = execFileSync('/bin/sh', ['-c', 'command -v busybox'], { encoding: 'utf8' }).trim();
  if (spawnSync('ldd', [binary]).status === 0) {
    throw new Error(`${binary} needs libraries; Debian's busybox-static does not`);
  }
  const root = await mkdtemp(join(tmpdir(), 'millrace-image-'));
  try {
    await mkdir(join(root, 'bin'));
    await mkdir(join(root, 'tmp'));
    await mkdir(join(root, 'root'));
    await mkdir(join(root, 'etc'));
    await copyFile(binary, join(root, 'bin', 'busybox'));
    for (const name of names.filter((applet) => applet !== 'busybox')) {
      await symlink('busybox', join(root, 'bin', name));
    }
    const separator = testImage.lastIndexOf(':');
    const stream = await docker.importImage(Readable.from(tar.pack(root)), {
      repo: testImage.slice(0, separator),
      tag: testImage.slice(separator + 1),
    });
    await new Promise<void>((resolve, reject) => {
      docker.modem.followProgress(stream, (error) => (error ? reject(error) : resolve()));
    });
  } finally {
    await rm(root, { recursive: true });
  }
}
