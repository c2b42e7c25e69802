import { parseImageName } from '@millrace/pipeline/image-name';
import type Docker from 'dockerode';
import { orAbort } from '../../shared/or-abort.ts';
import { type StageContainers, volumeMount } from './container-options.ts';
import { dockerMessage } from './docker-message.ts';
import { waitForEnd } from './run-container.ts';
import { removeContainer } from './sweep.ts';

const top = '/.millrace/files';

/**
 * Runs `chown` or `chmod` of an image as root on the workspace and the cache folders. The container has nothing else, so
 * a link in them leads nowhere: not to files of the step, its volumes or the host.
 */
export async function changeFiles(
  docker: Docker,
  { labels, workspaceVolume, cacheVolumes }: StageContainers,
  { image, command, signal }: { image: string; command: string[]; signal: AbortSignal },
): Promise<void> {
  const volumes = [workspaceVolume, ...cacheVolumes.values()];
  const container = await docker.createContainer({
    Image: parseImageName(image).full,
    Labels: labels,
    Entrypoint: command,
    Cmd: [top],
    User: '0',
    WorkingDir: '/',
    HostConfig: {
      Mounts: volumes.map((volume, at) => volumeMount(volume, `${top}/${at}`)),
      NetworkMode: 'none',
      CapDrop: ['ALL'],
      CapAdd: ['CHOWN', 'FOWNER', 'DAC_READ_SEARCH'],
      SecurityOpt: ['no-new-privileges'],
      LogConfig: { Type: 'none', Config: {} },
    },
  });
  try {
    await container.start();
    const exitCode = await orAbort(waitForEnd(container), signal);
    if (exitCode !== 0) throw new Error(`${command[0]} ended with exit code ${exitCode}`);
  } catch (error) {
    throw signal.aborted ? error : new Error(dockerMessage(error));
  } finally {
    await removeContainer(container);
  }
}
