import { access } from 'node:fs/promises';
import type Docker from 'dockerode';
import { workspacePaths } from '../../plan/workspace-paths.ts';
import { architectureName } from '../architectures.ts';
import type { Engine, EngineHost, Workspace, WorkspaceSetup } from '../engine.ts';
import { createProcessWorkspace } from '../process/process-workspace.ts';
import { sweepWorkspaces } from '../process/sweep-workspaces.ts';
import { type ContainerSettings, defaultContainerSettings } from './container-settings.ts';
import { DockerWorkspace } from './docker-workspace.ts';
import { findDigest } from './find-digest.ts';
import { ownerLabels, readOwner, stageLabels } from './labels.ts';
import { sweep } from './sweep.ts';

export interface DockerEngineOptions {
  /** Folder for fetched sources and for the id of this runner's Docker resources. */
  workDir: string;
  /** Grace period of a step between TERM and KILL. */
  killGraceMs?: number;
  settings?: ContainerSettings | undefined;
  /** Stops and removes the host workspaces of a crashed runner. */
  sweepHost?: () => Promise<void>;
}

/** Runs steps in containers of the Docker host in `DOCKER_HOST`, by default the local one. */
export function createDockerEngine({
  workDir,
  killGraceMs = 5000,
  settings = defaultContainerSettings,
  sweepHost = () => sweepWorkspaces(workDir),
}: DockerEngineOptions): Engine {
  let opened: { docker: Docker; owner: string; machineBytes: number; host: EngineHost } | undefined;

  /** Labels of stages that could not be removed, because the engine was not reachable. */
  const unswept = new Set<Record<string, string>>();

  const sweepLater = async (docker: Docker, labels: Record<string, string>) => {
    unswept.add(labels);
    await sweep(docker, labels);
    unswept.delete(labels);
  };

  const open = async () => {
    await requireSocket();
    // Loaded lazily, because a server without Docker does not need it.
    const { default: Client } = await import('dockerode');
    const docker = new Client();
    const { OSType, Architecture, MemTotal, KernelVersion, NCPU } = await docker.info();
    await sweepHost();
    const owner = await readOwner(workDir);
    await sweep(docker, ownerLabels(owner));
    const host = { kernel: `${OSType} ${KernelVersion}`, cpu: `${NCPU} × ${Architecture}` };
    opened = { docker, owner, machineBytes: MemTotal, host };
    return { os: OSType, arch: architectureName(Architecture) };
  };

  const createWorkspace = async (setup: WorkspaceSetup): Promise<Workspace> => {
    if (!opened) throw new Error('The engine is not open');
    const { docker, owner, machineBytes } = opened;
    for (const stage of unswept) await sweepLater(docker, stage);
    const labels = stageLabels(owner, setup.stageId);
    const host = await createProcessWorkspace(workDir, setup.stageId, killGraceMs);
    try {
      const { base, sourceDir } = workspacePaths(setup.workspace);
      const stage = {
        labels,
        network: await createNetwork(docker, labels),
        workspaceVolume: await createVolume(docker, labels),
        workspaceBase: base,
        sourceDir,
        volumes: setup.volumes,
        hosts: setup.hosts,
        temporaryVolumes: await createVolumes(docker, labels, onDisk(setup)),
        cacheVolumes: await createVolumes(docker, labels, setup.cacheFolders ?? []),
        settings,
        machineBytes,
      };
      return new DockerWorkspace({ docker, setup, stage, host, killGraceMs });
    } catch (error) {
      await host.remove();
      await sweepLater(docker, labels).catch(() => undefined);
      throw error;
    }
  };

  return {
    type: 'docker',
    open,
    createWorkspace,
    describeHost: () => opened?.host ?? { kernel: '', cpu: '' },
    findImage: async (image) => opened && findDigest(opened.docker, image),
  };
}

async function createNetwork(docker: Docker, labels: Record<string, string>): Promise<string> {
  const name = `millrace-${crypto.randomUUID()}`;
  await docker.createNetwork({ Name: name, Labels: labels, Driver: 'bridge' });
  return name;
}

async function createVolume(docker: Docker, labels: Record<string, string>): Promise<string> {
  const name = `millrace-${crypto.randomUUID()}`;
  await docker.createVolume({ Name: name, Labels: labels });
  return name;
}

/** Creates a volume for each of these names, and returns Docker's names of them. */
async function createVolumes(
  docker: Docker,
  labels: Record<string, string>,
  names: Iterable<string>,
): Promise<Map<string, string>> {
  const created = new Map<string, string>();
  for (const name of names) created.set(name, await createVolume(docker, labels));
  return created;
}

function onDisk({ volumes }: WorkspaceSetup): string[] {
  return volumes.flatMap((each) => (each.kind === 'temp' && !each.inMemory ? each.name : []));
}

const defaultSocket = '/var/run/docker.sock';

/**
 * Rejects if there is no Docker socket. Called before the client is loaded, because the client takes 20 MB of
 * memory.
 */
async function requireSocket(): Promise<void> {
  if (process.env.DOCKER_HOST === undefined) await access(defaultSocket);
}
