import { readFileSync } from 'node:fs';
import { type RegistryLogin, readDockerConfig } from '@millrace/contract/docker-config';
import {
  type Environment,
  readSetting,
  readSettings,
} from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';
import { isImagePattern } from '@millrace/pipeline/image-name';
import type { Device, ExtraMount } from '../engines/docker/container-settings.ts';
import type { StageSettings } from '../plan/stage-settings.ts';
import { readKubernetesSettings } from './read-kubernetes-settings.ts';
import { containerLimitSettings, stageSettings as rows } from './settings/stage-settings.ts';

export type { StageSettings };

/** Throws {@link StartError} that names the invalid variable. */
export function readStageSettings(env: Environment): StageSettings {
  const { environment, privilegedImages, mounts, networks, devices } = readSettings(env, rows);
  return {
    environment: Object.fromEntries(environment.map(toVariable)),
    privilegedImages: privilegedImages.map(requireImage),
    logins: readLogins(env),
    containers: {
      limits: readSettings(env, containerLimitSettings),
      mounts: mounts.map(toMount),
      networks,
      devices: devices.map(toDevice),
    },
    kubernetes: readKubernetesSettings(env),
  };
}

function toVariable(pair: string): [string, string] {
  const [, variable, value] = /^([A-Za-z_]\w*)\s*[:=]\s*(.*)$/s.exec(pair) ?? [];
  if (variable && value !== undefined) return [variable, value];
  // The value may be secret, so it is not part of the message.
  throw new StartError(`${rows.environment.name} must be written NAME:value,NAME:value.`);
}

function requireImage(image: string): string {
  if (isImagePattern(image)) return image;
  throw new StartError(
    `${rows.privilegedImages.name} must be names of images; "${image}" is none.`,
  );
}

function readLogins(env: Environment): RegistryLogin[] {
  const { name } = rows.dockerConfig;
  const file = readSetting(env, rows.dockerConfig);
  if (file === undefined) return [];
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

function toMount(text: string): ExtraMount {
  const [, source = '', target = '', mode = 'rw'] =
    /^([^:]+):(\/[^:]*)(?::(ro|rw))?$/.exec(text) ?? [];
  const isVolume = /^[a-zA-Z0-9][\w.-]*$/.test(source);
  if (target === '' || (!isVolume && !source.startsWith('/'))) {
    throw new StartError(
      `${rows.mounts.name} must be written /folder:/path or volume:/path, with :ro for a read-only one; "${text}" is not.`,
    );
  }
  return { kind: isVolume ? 'volume' : 'bind', source, target, isReadOnly: mode === 'ro' };
}

function toDevice(text: string): Device {
  const [, host = '', container = host, permissions = 'rwm'] =
    /^(\/[^:]+)(?::(\/[^:]+))?(?::([rwm]{1,3}))?$/.exec(text) ?? [];
  if (host === '') {
    throw new StartError(
      `${rows.devices.name} must be written /dev/name or /dev/name:/dev/name:rwm; "${text}" is not.`,
    );
  }
  return { host, container, permissions };
}
