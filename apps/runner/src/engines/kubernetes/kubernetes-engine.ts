import { randomUUID } from 'node:crypto';
import { writeDockerConfig } from '@millrace/contract/docker-config';
import * as z from 'zod/mini';
import { workspacePaths } from '../../plan/workspace-paths.ts';
import type { ContainerSettings } from '../docker/container-settings.ts';
import { readOwner } from '../docker/labels.ts';
import type { Engine, EnginePlatform, Workspace, WorkspaceSetup } from '../engine.ts';
import { createProcessWorkspace } from '../process/process-workspace.ts';
import { sweepWorkspaces } from '../process/sweep-workspaces.ts';
import { readClusterAccess } from './cluster-access.ts';
import { ClusterClient, ClusterError } from './cluster-client.ts';
import type { KubernetesSettings } from './kubernetes-settings.ts';
import { KubernetesWorkspace } from './kubernetes-workspace.ts';
import { podSchema } from './pod-schema.ts';
import { PodWatch } from './pod-watch.ts';
import { type ContainerStep, ownerOf, stagePod } from './stage-pod.ts';
import { StagePod } from './stage-pod-link.ts';

export interface KubernetesEngineOptions {
  /** Folder for fetched sources and for the id of this runner's objects in the cluster. */
  workDir: string;
  settings: KubernetesSettings;
  /** Limits of containers. */
  containers: ContainerSettings;
  /** Grace period of a step between TERM and KILL. */
  killGraceMs?: number;
  /** Variables that tell how to reach the cluster; those of this process by default. */
  env?: Record<string, string | undefined>;
  /** Stops and removes the host workspaces of a crashed runner. */
  sweepHost?: () => Promise<void>;
}

const ownerLabel = 'millrace.io/runner';
const stageLabel = 'millrace.io/stage';
const versionSchema = z.object({ platform: z.string() });

interface Cluster {
  client: ClusterClient;
  watch: PodWatch;
  owner: string;
  platform: EnginePlatform;
}

/** Runs the steps of each stage in a Pod of a cluster, for every type of pipeline in the settings. */
export function createKubernetesEngines(options: KubernetesEngineOptions): Engine[] {
  let opened: Promise<Cluster> | undefined;
  const open = async () => {
    opened ??= openCluster(options);
    try {
      return await opened;
    } catch (error) {
      opened = undefined;
      throw error;
    }
  };
  return options.settings.types.map((type) => ({
    type,
    open: async () => (await open()).platform,
    createWorkspace: async (setup) => createWorkspace(await open(), setup, options),
  }));
}

async function openCluster(options: KubernetesEngineOptions): Promise<Cluster> {
  const { workDir, settings, sweepHost = () => sweepWorkspaces(workDir) } = options;
  const client = new ClusterClient(await readClusterAccess(options.env ?? process.env));
  const version = z.parse(versionSchema, await client.call({ method: 'GET', path: '/version' }));
  const [os = 'linux', arch = 'amd64'] = version.platform.split('/');
  await sweepHost();
  const owner = await readOwner(workDir);
  await removeAll(client, settings, `${ownerLabel}=${owner}`);
  const selector = encodeURIComponent(`${ownerLabel}=${owner}`);
  const watch = new PodWatch(client, `${pathOf(settings, 'pods')}?labelSelector=${selector}`);
  await watch.start();
  return { client, watch, owner, platform: { os, arch } };
}

async function createWorkspace(
  { client, watch, owner }: Cluster,
  setup: WorkspaceSetup,
  { workDir, settings, containers, killGraceMs = 5000 }: KubernetesEngineOptions,
): Promise<Workspace> {
  const { stageId, registries, volumes, hosts } = setup;
  const { namespace, startMinutes } = settings;
  const name = `millrace-${stageId}-${randomUUID().slice(0, 8)}`;
  const labels = { [ownerLabel]: owner, [stageLabel]: String(stageId) };
  const { base, sourceDir } = workspacePaths(setup.workspace);
  const host = await createProcessWorkspace(workDir, stageId, killGraceMs);

  const createPod = async (steps: readonly ContainerStep[]) => {
    const pullSecret = registries.length > 0 ? name : undefined;
    if (pullSecret) {
      await create(client, pathOf(settings, 'secrets'), {
        apiVersion: 'v1',
        kind: 'Secret',
        type: 'kubernetes.io/dockerconfigjson',
        metadata: { name, namespace, labels, ...ownerOf(settings) },
        stringData: { '.dockerconfigjson': writeDockerConfig(registries) },
      });
    }
    const plan = { name, namespace, labels, steps, volumes, workspaceBase: base, sourceDir };
    const { limits } = containers;
    const pod = stagePod({ ...plan, pullSecret, settings, limits });
    const created = await create(client, pathOf(settings, 'pods'), pod);
    if (created) watch.add(z.parse(podSchema, created));
    return new StagePod({ client, watch, namespace, name, startMinutes });
  };

  const removePod = async () => {
    await remove(client, pathOf(settings, `pods/${name}`));
    if (registries.length > 0) await remove(client, pathOf(settings, `secrets/${name}`));
    watch.forget(name);
  };
  const place = { workspaceBase: base, sourceDir, host, killGraceMs };
  return new KubernetesWorkspace({ createPod, removePod, hosts, registries, ...place });
}

function pathOf({ namespace }: KubernetesSettings, kind: string): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/${kind}`;
}

/** Creates an object; returns undefined if an earlier attempt, whose answer was lost, has created it. */
async function create(client: ClusterClient, path: string, body: object): Promise<unknown> {
  try {
    return await client.call({ method: 'POST', path, body });
  } catch (error) {
    if (error instanceof ClusterError && error.reason === 'AlreadyExists') return undefined;
    throw error;
  }
}

async function remove(client: ClusterClient, path: string): Promise<void> {
  try {
    await client.call({ method: 'DELETE', path, body: { gracePeriodSeconds: 1 } });
  } catch (error) {
    if (!(error instanceof ClusterError) || error.statusCode !== 404) throw error;
  }
}

/** Removes everything that an earlier start of this runner has left. */
async function removeAll(
  client: ClusterClient,
  settings: KubernetesSettings,
  labels: string,
): Promise<void> {
  const query = `?labelSelector=${encodeURIComponent(labels)}`;
  for (const kind of ['pods', 'secrets']) {
    const body = { gracePeriodSeconds: 1 };
    await client.call({ method: 'DELETE', path: pathOf(settings, kind) + query, body });
  }
}
