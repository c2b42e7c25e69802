import type { PipelineVolume, PodOptions, VolumeMount } from '@millrace/pipeline';
import { parseImageName } from '@millrace/pipeline/image-name';
import type { ContainerLimits } from '../docker/container-limits.ts';
import type { ContainerSpec, StepSpec } from '../engine.ts';
import { cacheMounts, cachesFolder, cacheVolume } from './cache-mounts.ts';
import { type KubernetesSettings, maxPodHours } from './kubernetes-settings.ts';
import { podAccount, podPlacement } from './pod-placement.ts';
import { helperSecurity, podSecurity, stepSecurity } from './pod-security.ts';
import type { PodSettings } from './pod-settings.ts';
import { hasOwnUsers } from './user-namespace.ts';
import { volumeSource } from './volume-source.ts';

/** Name of the container through which the runner reaches the Pod. */
export const controlName = 'control';
/** Folder of `entrypoint` in the control container. */
export const controlFolder = '/millrace';
/** Folder of a step in its own container: its output, its record, and the files of its outputs. */
export const stepFolder = '/.millrace';
const binFolder = '/.millrace-bin';
/** `entrypoint` in the container of a step. */
export const stepProgram = [`${binFolder}/entrypoint`];
const mebibyte = 1024 * 1024;
/** Thousandths of a processor. */
const maxHelperCpu = 1000;

/** A step that runs in a container. */
export type ContainerStep = StepSpec & { container: ContainerSpec };

export interface StagePodPlan {
  name: string;
  namespace: string;
  labels: Record<string, string>;
  steps: readonly ContainerStep[];
  volumes: readonly PipelineVolume[];
  cacheFolders: readonly string[];
  workspaceBase: string;
  sourceDir: string;
  /** Name of the Secret with the credentials of registries. */
  pullSecret: string | undefined;
  settings: KubernetesSettings;
  limits: ContainerLimits;
  /** Choices of the pipeline, which the runner allows. */
  pod: PodOptions | undefined;
  /** Resources of containers, by the number of the step. */
  resources: ReadonlyMap<number, object>;
}

export function containerName(step: { number: number }): string {
  return `step-${step.number}`;
}

/**
 * Returns the Pod of a stage: one container for each step and service, which waits there until the runner starts it,
 * and one through which the runner reaches them. It contains no variables of steps, since everyone who may read Pods
 * could read them.
 */
export function stagePod(plan: StagePodPlan): object {
  const { name, namespace, steps, settings, pullSecret, pod } = plan;
  const { pods } = settings;
  // The runner watches and removes Pods by its own labels.
  const labels = { ...pod?.labels, ...pods.labels, ...plan.labels };
  const annotations = { ...pod?.annotations, ...pods.annotations };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels, annotations, ...ownerOf(settings) },
    spec: {
      restartPolicy: 'Never',
      ...podAccount(pod, pods),
      enableServiceLinks: false,
      activeDeadlineSeconds: maxPodHours * 3600,
      terminationGracePeriodSeconds: 1,
      securityContext: podSecurity(pods.security),
      ...(hasOwnUsers(steps, pods) ? { hostUsers: false } : {}),
      ...(pullSecret === undefined ? {} : { imagePullSecrets: [{ name: pullSecret }] }),
      ...hostAliases(steps),
      ...dnsConfig(steps, pod),
      ...podPlacement(pod, pods),
      initContainers: [installer(plan)],
      containers: [control(plan), ...steps.map((step) => stepContainer(step, plan))],
      volumes: volumesOf(plan),
    },
  };
}

/** The cluster removes the Pods of a runner whose own Pod is gone. */
export function ownerOf({ owner }: KubernetesSettings): object {
  if (!owner) return {};
  const reference = { apiVersion: 'v1', kind: 'Pod', name: owner.name, uid: owner.uid };
  return { ownerReferences: [reference] };
}

function installer({ settings, steps }: StagePodPlan): object {
  const count = String(Math.max(0, ...steps.map(({ number }) => number)));
  return {
    name: 'install',
    image: settings.image,
    command: ['entrypoint', 'install', controlFolder, count],
    volumeMounts: [{ name: 'millrace', mountPath: controlFolder }],
    resources: helperResources(settings.pods),
    securityContext: helperSecurity(settings.pods.security),
  };
}

function control({ settings, workspaceBase, cacheFolders }: StagePodPlan): object {
  return {
    name: controlName,
    image: settings.image,
    command: [`${controlFolder}/bin/entrypoint`, 'hold'],
    workingDir: workspaceBase,
    volumeMounts: [
      { name: 'millrace', mountPath: controlFolder },
      { name: 'workspace', mountPath: workspaceBase },
      ...(cacheFolders.length > 0 ? [{ name: cacheVolume, mountPath: cachesFolder }] : []),
    ],
    resources: helperResources(settings.pods),
    securityContext: helperSecurity(settings.pods.security),
  };
}

/** A quota for limits of processors refuses a Pod unless all of its containers have one. */
function helperResources({ limits }: PodSettings): object {
  const cpu = Math.min(limits.cpu, maxHelperCpu);
  return {
    requests: { cpu: '10m', memory: '16Mi' },
    limits: { ...(cpu > 0 ? { cpu: `${cpu}m` } : {}), memory: '256Mi' },
  };
}

function stepContainer(step: ContainerStep, plan: StagePodPlan): object {
  const { container } = step;
  return {
    name: containerName(step),
    image: parseImageName(container.image).full,
    ...pullPolicy(container),
    command: [...stepProgram, 'step', stepFolder],
    volumeMounts: mountsOf(step, plan),
    resources: plan.resources.get(step.number) ?? {},
    securityContext: stepSecurity(container, plan.settings.pods.security),
  };
}

function pullPolicy({ pull }: ContainerSpec): object {
  if (pull === 'always') return { imagePullPolicy: 'Always' };
  if (pull === 'never') return { imagePullPolicy: 'Never' };
  return pull === 'if-not-exists' ? { imagePullPolicy: 'IfNotPresent' } : {};
}

function mountsOf(step: ContainerStep, plan: StagePodPlan): object[] {
  const { number, container } = step;
  const own = container.volumes.map((mount) => volumeMount(mount));
  const shared =
    container.sharedMemory > 0 ? [{ name: sharedMemory(number), mountPath: '/dev/shm' }] : [];
  const workspace = { name: 'workspace', mountPath: plan.workspaceBase };
  const replaced = new Set(own.map(({ mountPath }) => mountPath));
  return [
    { name: 'millrace', mountPath: binFolder, subPath: 'bin', readOnly: true },
    { name: 'millrace', mountPath: stepFolder, subPath: `steps/${number}` },
    ...[workspace, ...shared].filter(({ mountPath }) => !replaced.has(mountPath)),
    ...own,
    ...cacheMounts(step, plan.cacheFolders),
  ];
}

function volumeMount({ name, path, readOnly = false, subPath }: VolumeMount) {
  return {
    name: volumeName(name),
    mountPath: path,
    ...(readOnly ? { readOnly } : {}),
    ...(subPath === undefined ? {} : { subPath }),
  };
}

/** Names of volumes in a Pod are those of hosts, and must not be one of the runner's own. */
function volumeName(name: string): string {
  return `volume-${Buffer.from(name).toString('hex').slice(0, 48)}`;
}

function sharedMemory(step: number): string {
  return `shared-memory-${step}`;
}

function volumesOf({ volumes, cacheFolders, steps, limits }: StagePodPlan): object[] {
  const maxShared = limits.sharedMemoryMb * mebibyte;
  const shared = steps.filter(({ container }) => container.sharedMemory > 0);
  return [
    { name: 'millrace', emptyDir: {} },
    { name: 'workspace', emptyDir: {} },
    ...(cacheFolders.length > 0 ? [{ name: cacheVolume, emptyDir: {} }] : []),
    ...volumes.map((volume) => ({ name: volumeName(volume.name), ...volumeSource(volume) })),
    ...shared.map(({ number, container }) => ({
      name: sharedMemory(number),
      emptyDir: {
        medium: 'Memory',
        sizeLimit: String(Math.min(container.sharedMemory, maxShared)),
      },
    })),
  ];
}

/** Steps reach services by their names, at the address that all containers of a Pod share. */
function hostAliases(steps: readonly ContainerStep[]): object {
  const names = steps.map(({ name }) => name).filter((name) => hostName.test(name));
  const own = [...new Set(names)];
  const extra = steps.flatMap(({ container }) => container.extraHosts.map(extraHost));
  const aliases = [...(own.length > 0 ? [{ ip: '127.0.0.1', hostnames: own }] : []), ...extra];
  return aliases.length === 0 ? {} : { hostAliases: aliases };
}

const hostName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

function extraHost(text: string): object {
  const at = text.indexOf(':');
  return { ip: text.slice(at + 1), hostnames: [text.slice(0, at)] };
}

const noDns: PodOptions['dns'] = { nameservers: [], searches: [], options: [] };

/** All containers of a Pod share one network. */
function dnsConfig(steps: readonly ContainerStep[], pod: PodOptions | undefined): object {
  const { nameservers, searches, options } = pod?.dns ?? noDns;
  const all = {
    nameservers: [...new Set([...nameservers, ...steps.flatMap(({ container }) => container.dns)])],
    searches: [...new Set([...searches, ...steps.flatMap(({ container }) => container.dnsSearch)])],
    options,
  };
  return Object.values(all).every((list) => list.length === 0) ? {} : { dnsConfig: all };
}
