import { setImmediate as yieldToEvents } from 'node:timers/promises';
import type { RegistryLogin } from '@millrace/contract/docker-config';
import type { PullPolicy } from '@millrace/pipeline';
import { parseImageName } from '@millrace/pipeline/image-name';
import type Docker from 'dockerode';
import { InfrastructureFailure } from '../../shared/infrastructure-failure.ts';
import { orAbort } from '../../shared/or-abort.ts';
import { dockerMessage } from './docker-message.ts';

interface Pull {
  image: string;
  policy: PullPolicy;
  registries: RegistryLogin[];
  /** Writes lines about the pull to the step's log. */
  addNote: (line: string) => Promise<void>;
  signal: AbortSignal;
}

interface Progress {
  status?: string;
  id?: string;
}

/** Pulls the image if the pull policy requires it. */
export async function pullImage(docker: Docker, pull: Pull): Promise<void> {
  const { image, policy } = pull;
  const { isLatest } = parseImageName(image);
  const isLocal = await hasImage(docker, image);
  if (policy === 'never') {
    if (isLocal) return;
    throw new Error(`The image ${image} is not on this machine and "pull: never" prevents a pull`);
  }
  const isWanted = policy === 'always' || (policy === 'default' && isLatest);
  if (isLocal && !isWanted) return;
  try {
    await fetchImage(docker, pull);
  } catch (error) {
    pull.signal.throwIfAborted();
    const reason = dockerMessage(error);
    if (!isLocal || policy === 'always') {
      const message = `The image ${image} could not be pulled: ${reason}`;
      throw new InfrastructureFailure('image', message);
    }
    await pull.addNote(`${image} could not be pulled, the one on this machine is used: ${reason}`);
  }
}

async function hasImage(docker: Docker, image: string): Promise<boolean> {
  try {
    await docker.getImage(parseImageName(image).full).inspect();
    return true;
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 404) return false;
    throw error;
  }
}

async function fetchImage(
  docker: Docker,
  { image, registries, addNote, signal }: Pull,
): Promise<void> {
  const { full, registry } = parseImageName(image);
  const login = registries.find(({ host }) => host === registry);
  const authconfig = login && {
    username: login.username,
    password: login.password,
    serveraddress: login.host,
  };
  await addNote(`Pulling ${full}`);
  const stream = await orAbort(docker.pull(full, authconfig ? { authconfig } : {}), signal);
  const lines: string[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    docker.modem.followProgress(
      stream,
      (error: Error | null) => (error ? reject(error) : resolve()),
      ({ status = '', id }: Progress) => {
        if (id === undefined && status !== '') lines.push(status);
      },
    );
  });
  try {
    await orAbort(finished, signal);
  } finally {
    if ('destroy' in stream && typeof stream.destroy === 'function') stream.destroy();
  }
  await yieldToEvents();
  for (const line of lines) await addNote(line);
}
