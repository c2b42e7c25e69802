import { type ContainerSettings, defaultContainerSettings } from './docker/container-settings.ts';
import { createDockerEngine } from './docker/docker-engine.ts';
import type { Engine } from './engine.ts';
import { createKubernetesEngines } from './kubernetes/kubernetes-engine.ts';
import type { KubernetesSettings } from './kubernetes/kubernetes-settings.ts';
import { createProcessEngine, type ProcessEngineOptions } from './process/process-engine.ts';
import { createWorkspaceSweep } from './process/sweep-workspaces.ts';

export interface EngineOptions extends ProcessEngineOptions {
  /** Settings of all containers; see `defaultContainerSettings`. */
  containers?: ContainerSettings | undefined;
  /** Runs steps in a cluster; undefined if there is none. */
  kubernetes?: KubernetesSettings | undefined;
}

export function createEngines(options: EngineOptions): Engine[] {
  const { containers = defaultContainerSettings, kubernetes } = options;
  const sweepHost = createWorkspaceSweep(options.workDir);
  const shared = { ...options, sweepHost };
  const inCluster = kubernetes
    ? createKubernetesEngines({ ...shared, settings: kubernetes, containers })
    : [];
  const here = [
    createProcessEngine(shared),
    createDockerEngine({ ...shared, settings: containers }),
  ];
  const types = new Set(inCluster.map(({ type }) => type));
  return [...here.filter(({ type }) => !types.has(type)), ...inCluster];
}
