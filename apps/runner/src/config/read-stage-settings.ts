import { readFileSync } from 'node:fs';
import { type RegistryLogin, readDockerConfig } from '@millrace/contract/docker-config';
import { StartError } from '@millrace/node-kit/start-error';
import { isImagePattern } from '@millrace/pipeline/image-name';
import {
  type Device,
  defaultContainerSettings,
  type ExtraMount,
} from '../engines/docker/container-settings.ts';
import type { StageSettings } from '../plan/stage-settings.ts';
import { readKubernetesSettings } from './read-kubernetes-settings.ts';
import type { ReadVariable } from './read-variable.ts';

export type { StageSettings };

/** Throws {@link StartError} that names the invalid variable. */
export function readStageSettings(read: ReadVariable): StageSettings {
  const { limits } = defaultContainerSettings;
  const whole = (name: string, or: number, min: number, max: number) =>
    readNumber(read, name, { or, min, max, isWhole: true });
  return {
    environment: readEnvironment(read),
    privilegedImages: readImages(read),
    logins: readLogins(read),
    containers: {
      limits: {
        memoryMb: whole('MILLRACE_CONTAINER_MEMORY_MB', limits.memoryMb, 0, 16_777_216),
        memorySwapMb: whole(
          'MILLRACE_CONTAINER_MEMORY_SWAP_MB',
          limits.memorySwapMb,
          -1,
          16_777_216,
        ),
        processes: whole('MILLRACE_CONTAINER_PROCESSES', limits.processes, 16, 4_194_304),
        sharedMemoryMb: whole('MILLRACE_CONTAINER_SHM_MB', limits.sharedMemoryMb, 1, 1_048_576),
        cpus: readNumber(read, 'MILLRACE_CONTAINER_CPUS', { or: limits.cpus, min: 0, max: 4096 }),
        cpuShares: whole('MILLRACE_CONTAINER_CPU_SHARES', limits.cpuShares, 0, 262_144),
        cpuSet: readCpuSet(read),
      },
      mounts: readList(read, 'MILLRACE_CONTAINER_VOLUMES').map(toMount),
      networks: readList(read, 'MILLRACE_CONTAINER_NETWORKS'),
      devices: readList(read, 'MILLRACE_CONTAINER_DEVICES').map(toDevice),
    },
    kubernetes: readKubernetesSettings(read),
  };
}

function readEnvironment(read: ReadVariable): Record<string, string> {
  const name = 'MILLRACE_RUNNER_ENVIRONMENT';
  const pairs = readList(read, name).map((pair) => {
    const [, variable, value] = /^([A-Za-z_]\w*)\s*[:=]\s*(.*)$/s.exec(pair) ?? [];
    // The value may be secret, so it is not part of the message.
    if (!variable || value === undefined) {
      throw new StartError(`${name} must be written NAME:value,NAME:value.`);
    }
    return [variable, value];
  });
  return Object.fromEntries(pairs);
}

function readImages(read: ReadVariable): string[] {
  const name = 'MILLRACE_CONTAINER_PRIVILEGED_IMAGES';
  return readList(read, name).map((image) => {
    if (isImagePattern(image)) return image;
    throw new StartError(`${name} must be names of images; "${image}" is none.`);
  });
}

function readLogins(read: ReadVariable): RegistryLogin[] {
  const name = 'MILLRACE_DOCKER_CONFIG';
  const file = read(name, '').trim();
  if (file === '') return [];
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`${name} cannot be read: ${error}.`);
  }
  const config = readDockerConfig(text);
  if (!config)
    throw new StartError(`${name} must be a config.json of docker login; ${file} is not.`);
  if (config.unusable.length === 0) return config.logins;
  const hosts = config.unusable.join(', ');
  throw new StartError(
    `${name} has no password for ${hosts}: credential helpers do not work here.`,
  );
}

function readCpuSet(read: ReadVariable): string {
  const name = 'MILLRACE_CONTAINER_CPU_SET';
  const text = read(name, '').trim();
  if (/^(\d+(-\d+)?(,\d+(-\d+)?)*)?$/.test(text)) return text;
  throw new StartError(`${name} must be numbers of processors as in 0-2,4, not "${text}".`);
}

function toMount(text: string): ExtraMount {
  const [, source = '', target = '', mode = 'rw'] =
    /^([^:]+):(\/[^:]*)(?::(ro|rw))?$/.exec(text) ?? [];
  const isVolume = /^[a-zA-Z0-9][\w.-]*$/.test(source);
  if (target === '' || (!isVolume && !source.startsWith('/'))) {
    throw new StartError(
      `MILLRACE_CONTAINER_VOLUMES must be written /folder:/path or volume:/path, with :ro for a read-only one; "${text}" is not.`,
    );
  }
  return { kind: isVolume ? 'volume' : 'bind', source, target, isReadOnly: mode === 'ro' };
}

function toDevice(text: string): Device {
  const [, host = '', container = host, permissions = 'rwm'] =
    /^(\/[^:]+)(?::(\/[^:]+))?(?::([rwm]{1,3}))?$/.exec(text) ?? [];
  if (host === '') {
    throw new StartError(
      `MILLRACE_CONTAINER_DEVICES must be written /dev/name or /dev/name:/dev/name:rwm; "${text}" is not.`,
    );
  }
  return { host, container, permissions };
}

function readNumber(
  read: ReadVariable,
  name: string,
  { or, min, max, isWhole = false }: { or: number; min: number; max: number; isWhole?: boolean },
): number {
  const text = read(name, String(or));
  const value = Number(text);
  if (text.trim() !== '' && value >= min && value <= max && (!isWhole || Number.isInteger(value))) {
    return value;
  }
  const kind = isWhole ? 'a whole number' : 'a number';
  throw new StartError(`${name} must be ${kind} from ${min} to ${max}, not "${text}".`);
}

function readList(read: ReadVariable, name: string): string[] {
  const parts = read(name, '')
    .split(',')
    .map((part) => part.trim());
  return parts.filter((part) => part !== '');
}
