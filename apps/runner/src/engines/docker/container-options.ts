import type { PipelineVolume, VolumeMount } from '@millrace/pipeline';
import { parseImageName } from '@millrace/pipeline/image-name';
import type { ContainerCreateOptions, MountSettings } from 'dockerode';
import type { ContainerSpec, StepSpec } from '../engine.ts';
import { authorityVariables } from '../own-authorities.ts';
import { proxyVariables } from '../proxy-variables.ts';
import { shellArguments } from '../step-script.ts';
import { limitContainer } from './container-limits.ts';
import type { ContainerSettings, ExtraMount } from './container-settings.ts';
import { runnerFolder } from './runner-files.ts';

/** Settings shared by the containers of one stage. */
export interface StageContainers {
  labels: Record<string, string>;
  network: string;
  /** Host names of the containers in that network. */
  hosts: readonly string[];
  /** Volume with the sources, and its mount point in the containers. */
  workspaceVolume: string;
  workspaceBase: string;
  sourceDir: string;
  volumes: PipelineVolume[];
  /**
   * Docker's names of the temporary volumes on disk, by volume name. Each step has its own in-memory
   * volumes.
   */
  temporaryVolumes: ReadonlyMap<string, string>;
  /** Docker's names of the volumes with cached folders, by folder. */
  cacheVolumes: ReadonlyMap<string, string>;
  settings: ContainerSettings;
  /** Memory of the Docker machine. */
  machineBytes: number;
}

/** @param folders paths of the cache folders in the container, by folder */
export function containerOptions(
  step: StepSpec,
  spec: ContainerSpec,
  stage: StageContainers,
  folders: ReadonlyMap<string, string> = new Map(),
): ContainerCreateOptions {
  const workingDir = workingDirOf(step, spec, stage);
  const ofRunner = {
    ...proxyVariables(process.env, stage.hosts),
    ...authorityVariables(runnerFolder),
  };
  const variables = Object.entries({ ...ofRunner, ...step.environment });
  return {
    Image: parseImageName(spec.image).full,
    Labels: stage.labels,
    Env: variables.map(([name, value]) => `${name}=${value}`),
    ...commandOf(step, spec),
    ...(workingDir === '' ? {} : { WorkingDir: workingDir }),
    ...(spec.user === '' ? {} : { User: spec.user }),
    AttachStdout: true,
    AttachStderr: true,
    HostConfig: {
      Mounts: [...mountsOf(spec, stage), ...cacheMounts(folders, stage)],
      NetworkMode: spec.networkMode || stage.network,
      Privileged: spec.privileged,
      LogConfig: { Type: 'none', Config: {} },
      ...(spec.dns.length > 0 ? { Dns: spec.dns } : {}),
      ...(spec.dnsSearch.length > 0 ? { DnsSearch: spec.dnsSearch } : {}),
      ...(spec.extraHosts.length > 0 ? { ExtraHosts: spec.extraHosts } : {}),
      ...devicesOf(stage.settings),
      ...limitContainer(spec, stage.settings.limits, stage.machineBytes),
    },
    ...(spec.networkMode === ''
      ? { NetworkingConfig: { EndpointsConfig: { [stage.network]: { Aliases: [step.name] } } } }
      : {}),
  };
}

function commandOf(step: StepSpec, spec: ContainerSpec): ContainerCreateOptions {
  if (step.commands.length > 0) {
    const [flag = '', ...words] = shellArguments(step.commands);
    return { Entrypoint: ['/bin/sh', flag], Cmd: words };
  }
  return {
    ...(spec.entrypoint.length > 0 ? { Entrypoint: spec.entrypoint } : {}),
    ...(spec.command.length > 0 ? { Cmd: spec.command } : {}),
  };
}

/** Returns the working directory. A service without commands starts in that of its image. */
function workingDirOf(step: StepSpec, spec: ContainerSpec, { sourceDir }: StageContainers): string {
  if (spec.workingDir !== '') return spec.workingDir;
  return spec.detach && step.commands.length === 0 ? '' : sourceDir;
}

function mountsOf(spec: ContainerSpec, stage: StageContainers): MountSettings[] {
  const workspace = volumeMount(stage.workspaceVolume, stage.workspaceBase);
  const own = spec.volumes.map((mount) => ownMount(mount, stage));
  const ofRunner = stage.settings.mounts.map(extraMount);
  // A volume of the step replaces others at its path.
  const others = [workspace, ...ofRunner].filter(
    (mount) => !own.some(({ Target }) => Target === mount.Target),
  );
  return [...others, ...own];
}

function cacheMounts(
  folders: ReadonlyMap<string, string>,
  { cacheVolumes }: StageContainers,
): MountSettings[] {
  return [...folders].map(([folder, path]) => volumeMount(cacheVolumes.get(folder) ?? '', path));
}

/** The mode of a tmpfs without options. */
const tmpfsMode = 0o1777;

function ownMount({ name, path, readOnly }: VolumeMount, stage: StageContainers): MountSettings {
  const more = readOnly ? { ReadOnly: true } : {};
  const temporary = stage.temporaryVolumes.get(name);
  if (temporary !== undefined) return { ...volumeMount(temporary, path), ...more };
  const volume = stage.volumes.find((candidate) => candidate.name === name);
  if (volume?.kind === 'host') return { Type: 'bind', Source: volume.path, Target: path, ...more };
  const size = volume?.kind === 'temp' ? volume.sizeLimit : 0;
  const limit = size > 0 ? { TmpfsOptions: { SizeBytes: size, Mode: tmpfsMode } } : {};
  return { Type: 'tmpfs', Source: '', Target: path, ...limit, ...more };
}

function extraMount({ kind, source, target, isReadOnly }: ExtraMount): MountSettings {
  return { Type: kind, Source: source, Target: target, ReadOnly: isReadOnly };
}

function devicesOf({ devices }: ContainerSettings) {
  if (devices.length === 0) return {};
  const Devices = devices.map(({ host, container, permissions }) => ({
    PathOnHost: host,
    PathInContainer: container,
    CgroupPermissions: permissions,
  }));
  return { Devices };
}

/** Creates a volume mount that does not copy content of the image into the volume. */
export function volumeMount(name: string, path: string): MountSettings {
  return {
    Type: 'volume',
    Source: name,
    Target: path,
    VolumeOptions: { NoCopy: true, Labels: {}, DriverConfig: { Name: '', Options: {} } },
  };
}
