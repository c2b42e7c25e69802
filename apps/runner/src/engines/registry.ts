import { type ContainerSettings, defaultContainerSettings } from './docker/container-settings.ts';
import { createDockerEngine } from './docker/docker-engine.ts';
import type { Engine } from './engine.ts';
import {
  createKubernetesEngines,
  type KubernetesEngineOptions,
} from './kubernetes/kubernetes-engine.ts';
import { createProcessEngine, type ProcessEngineOptions } from './process/process-engine.ts';
import { createWorkspaceSweep } from './process/sweep-workspaces.ts';

export interface EngineOptions extends ProcessEngineOptions {
  /** Settings of all containers; see `defaultContainerSettings`. */
  containers?: ContainerSettings | undefined;
  /** Runs steps in a cluster; undefined if there is none. */
  kubernetes?: Pick<KubernetesEngineOptions, 'settings' | 'machine'> | undefined;
}

export function createEngines(options: EngineOptions): Engine[] {
  const { containers = defaultContainerSettings, kubernetes } = options;
  const sweepHost = createWorkspaceSweep(options.workDir);
  const shared = { ...options, sweepHost };
  // Steps of other engines could use the rights that the runner has in the cluster.
  if (kubernetes) return createKubernetesEngines({ ...shared, ...kubernetes, containers });
  return [createProcessEngine(shared), createDockerEngine({ ...shared, settings: containers })];
}
