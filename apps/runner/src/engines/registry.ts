import type { ContainerLimits } from './docker/container-limits.ts';
import { createDockerEngine } from './docker/docker-engine.ts';
import type { Engine } from './engine.ts';
import { createProcessEngine, type ProcessEngineOptions } from './process/process-engine.ts';
import { createWorkspaceSweep } from './process/sweep-workspaces.ts';

export interface EngineOptions extends ProcessEngineOptions {
  /** Limits of each container; see `defaultContainerLimits`. */
  containerLimits?: ContainerLimits | undefined;
}

export function createEngines(options: EngineOptions): Engine[] {
  const sweepHost = createWorkspaceSweep(options.workDir);
  return [
    createProcessEngine({ ...options, sweepHost }),
    createDockerEngine({ ...options, limits: options.containerLimits, sweepHost }),
  ];
}
