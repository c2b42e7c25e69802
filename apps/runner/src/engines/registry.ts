import type { ContainerSettings } from './docker/container-settings.ts';
import { createDockerEngine } from './docker/docker-engine.ts';
import type { Engine } from './engine.ts';
import { createProcessEngine, type ProcessEngineOptions } from './process/process-engine.ts';
import { createWorkspaceSweep } from './process/sweep-workspaces.ts';

export interface EngineOptions extends ProcessEngineOptions {
  /** Settings of all containers; see `defaultContainerSettings`. */
  containers?: ContainerSettings | undefined;
}

export function createEngines(options: EngineOptions): Engine[] {
  const sweepHost = createWorkspaceSweep(options.workDir);
  return [
    createProcessEngine({ ...options, sweepHost }),
    createDockerEngine({ ...options, settings: options.containers, sweepHost }),
  ];
}
