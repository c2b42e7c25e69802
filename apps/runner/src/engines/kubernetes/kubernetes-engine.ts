import { createHmac, randomUUID } from 'node:crypto';
import { writeDockerConfig } from '@millrace/contract/docker-config';
import * as z from 'zod/mini';
import { workspacePaths } from '../../plan/workspace-paths.ts';
import { InfrastructureFailure } from '../../shared/infrastructure-failure.ts';
import type { ContainerSettings } from '../docker/container-settings.ts';
import { readOwner } from '../docker/labels.ts';
import type { Engine, EnginePlatform, Workspace, WorkspaceSetup } from '../engine.ts';
import { createProcessWorkspace } from '../process/process-workspace.ts';
import { sweepWorkspaces } from '../process/sweep-workspaces.ts';
import { readClusterAccess } from './cluster-access.ts';
import { ClusterClient, ClusterError } from './cluster-client.ts';
import type { KubernetesSettings } from './kubernetes-settings.ts';
import { KubernetesWorkspace, type KubernetesWorkspaceDeps } from './kubernetes-workspace.ts';
import { podResources } from './pod-resources.ts';
import { type Pod, podListSchema, podSchema } from './pod-schema.ts';
import { requireSecurity } from './pod-security.ts';
import { PodWatch } from './pod-watch.ts';
import { readPodEvent } from './read-pod-event.ts';
import { type ContainerStep, ownerOf, stagePod } from './stage-pod.ts';
import { StagePod } from './stage-pod-link.ts';
import { hasOwnUsers, requireOwnUsers } from './user-namespace.ts';
import { whileOverQuota } from './while-over-quota.ts';

export interface KubernetesEngineOptions {
  /** Folder for fetched sources and for the id of this runner's objects in the cluster. */
  workDir: string;
  settings: KubernetesSettings;
  /** Name of the runner. */
  machine: string;
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
  /** Id of the runner, which is in no object of the cluster. */
  owner: string;
  /** Label of all objects of the runner. */
  ownLabel: string;
  platform: EnginePlatform;
}

/** Runs the steps of each stage in a Pod of a cluster, for every type of pipeline in the settings. */
export function createKubernetesEngines(options: KubernetesEngineOptions): Engine[] {
  let opened: Promise<Cluster> | undefined;
  const orphaned = new OrphanedIds();
  const open = async () => {
    opened ??= openCluster(options, orphaned);
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
    orphanedStages: {
      take: () => orphaned.take(),
      adopt: async (setup) => adoptWorkspace(await open(), setup, options),
      remove: async (stageId) => removeStage(await open(), stageId, options),
    },
  }));
}

/** Ids of the stages that an earlier start left behind. All engines of a runner share them: the first that asks gets them. */
class OrphanedIds {
  private ids: number[] | undefined;

  set(ids: number[]): void {
    this.ids = ids;
  }

  take(): number[] | undefined {
    const { ids } = this;
    this.ids = undefined;
    return ids;
  }
}

async function openCluster(
  options: KubernetesEngineOptions,
  orphaned: OrphanedIds,
): Promise<Cluster> {
  const { workDir, settings, machine, sweepHost = () => sweepWorkspaces(workDir) } = options;
  const client = new ClusterClient(await readClusterAccess(options.env ?? process.env));
  const version = z.parse(versionSchema, await client.call({ method: 'GET', path: '/version' }));
  const [os = 'linux', arch = 'amd64'] = version.platform.split('/');
  await sweepHost();
  const owner = await readOwner(workDir);
  const ownLabel = labelOf(owner, machine);
  const selector = encodeURIComponent(selectorOf(ownLabel));
  const path = `${pathOf(settings, 'pods')}?labelSelector=${selector}`;
  const stages = await listStages(client, path);
  orphaned.set(stages);
  // The list of a selector must not be empty.
  const others = `${selectorOf(ownLabel)},${stageLabel} notin (${[0, ...stages]})`;
  await removeAll(client, settings, others);
  const watch = new PodWatch(client, path);
  await watch.start();
  return { client, watch, owner, ownLabel, platform: { os, arch } };
}

/** Lists the stages that have Pods. */
async function listStages(client: ClusterClient, path: string): Promise<number[]> {
  const { items } = z.parse(podListSchema, await client.call({ method: 'GET', path }));
  return items.map(stageOf).filter((stageId) => stageId !== undefined);
}

async function createWorkspace(
  cluster: Cluster,
  setup: WorkspaceSetup,
  options: KubernetesEngineOptions,
): Promise<Workspace> {
  const name = `millrace-${setup.stageId}-${randomUUID().slice(0, 8)}`;
  return openWorkspace(cluster, name, setup, options);
}

/** Continues in the Pod of a stage. The sources of one in which no step has started may be incomplete. */
async function adoptWorkspace(
  cluster: Cluster,
  setup: WorkspaceSetup,
  options: KubernetesEngineOptions,
): Promise<Workspace> {
  const pods = cluster.watch.list().filter((pod) => stageOf(pod) === setup.stageId);
  // One that is being removed has a reason, if there is no other.
  const found = pods.find(({ metadata }) => !metadata.deletionTimestamp) ?? pods[0];
  if (!found) throw new InfrastructureFailure('runner', 'The Pod is gone');
  const { name } = found.metadata;
  const pod = stagePodOf(cluster, name, setup, options);
  const steps = await pod.readOrphanedSteps();
  if (steps.size > 0) return openWorkspace(cluster, name, setup, options, { pod, steps });
  await removeStage(cluster, setup.stageId, options);
  return createWorkspace(cluster, setup, options);
}

async function openWorkspace(
  cluster: Cluster,
  name: string,
  setup: WorkspaceSetup,
  options: KubernetesEngineOptions,
  orphaned?: KubernetesWorkspaceDeps['orphaned'],
): Promise<Workspace> {
  const { client, watch, ownLabel } = cluster;
  const { workDir, settings, containers, killGraceMs = 5000 } = options;
  const { stageId, registries, volumes, cacheFolders = [], hosts, pod } = setup;
  const { namespace } = settings;
  const labels = { [ownerLabel]: ownLabel, [stageLabel]: String(stageId) };
  const { base, sourceDir } = workspacePaths(setup.workspace);
  const host = await createProcessWorkspace(workDir, stageId, killGraceMs);

  const createPod = async (steps: readonly ContainerStep[], signal: AbortSignal) => {
    requireSecurity(steps, volumes, settings.pods.security);
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
    const paths = { workspaceBase: base, sourceDir, cacheFolders };
    const plan = { name, namespace, labels, steps, volumes, ...paths };
    const { limits } = containers;
    const requests = pod?.requests ?? { cpu: 0, memory: 0 };
    const { ofSteps, notes } = podResources(steps, requests, settings.pods, limits);
    const body = stagePod({ ...plan, pullSecret, settings, limits, pod, resources: ofSteps });
    const request = () => create(client, pathOf(settings, 'pods'), body);
    const { onWait = () => undefined } = setup;
    const created = await whileOverQuota(request, { ...settings, onWait, signal });
    if (created) {
      const stored = z.parse(podSchema, created);
      watch.add(stored);
      if (hasOwnUsers(steps, settings.pods)) requireOwnUsers(stored);
    }
    return stagePodOf(cluster, name, setup, options, notes);
  };

  const removePod = async () => {
    await remove(client, pathOf(settings, `pods/${name}`));
    if (registries.length > 0) await remove(client, pathOf(settings, `secrets/${name}`));
    watch.forget(name);
  };
  const changesUser = settings.pods.security !== 'restricted';
  const paths = { workspaceBase: base, sourceDir, cacheFolders, host, killGraceMs, changesUser };
  return new KubernetesWorkspace({ createPod, orphaned, removePod, hosts, registries, ...paths });
}

function stagePodOf(
  { client, watch, owner }: Cluster,
  name: string,
  { onWait = () => undefined }: WorkspaceSetup,
  { settings: { namespace, startMinutes } }: KubernetesEngineOptions,
  notes: string[] = [],
): StagePod {
  const readEvent = () => readPodEvent(client, { namespace, name });
  const progress = { watch, name, startMinutes, notes, onWait, readEvent };
  return new StagePod({ ...progress, client, namespace, owner });
}

function stageOf({ metadata }: Pod): number | undefined {
  return Number(metadata.labels[stageLabel]) || undefined;
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

async function removeStage(
  { client, ownLabel }: Cluster,
  stageId: number,
  { settings }: KubernetesEngineOptions,
): Promise<void> {
  await removeAll(client, settings, `${selectorOf(ownLabel)},${stageLabel}=${stageId}`);
}

/**
 * Returns the value of the label of a runner. It depends on its name, because a copied folder has the same id: the server
 * knows no stages for another name, and the copy would remove those of the original.
 */
function labelOf(owner: string, machine: string): string {
  return createHmac('sha256', owner).update(machine).digest('hex').slice(0, 32);
}

function selectorOf(ownLabel: string): string {
  return `${ownerLabel}=${ownLabel}`;
}

/** Removes everything with these labels that an earlier start of this runner left behind. */
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
