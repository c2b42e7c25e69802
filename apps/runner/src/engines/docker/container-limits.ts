import type { ContainerSpec } from '../engine.ts';

/** Limits of each container of a stage. Larger requests of a pipeline file are capped. */
export interface ContainerLimits {
  /** 0 means four fifths of the memory of the Docker machine. */
  memoryMb: number;
  processes: number;
  /** Maximum of `shm_size`; a step that requests none gets Docker's default, 64 MB. */
  sharedMemoryMb: number;
}

export const defaultContainerLimits: ContainerLimits = {
  memoryMb: 0,
  processes: 4096,
  sharedMemoryMb: 1024,
};

const mb = 1024 * 1024;

/** @param machineBytes memory of the Docker machine */
export function limitContainer(
  { memoryLimit, sharedMemory }: Pick<ContainerSpec, 'memoryLimit' | 'sharedMemory'>,
  { memoryMb, processes, sharedMemoryMb }: ContainerLimits,
  machineBytes: number,
): { Memory?: number; PidsLimit: number; ShmSize?: number } {
  const maxMemory = memoryMb > 0 ? memoryMb * mb : Math.floor(machineBytes * 0.8);
  const memory = memoryLimit > 0 ? Math.min(memoryLimit, maxMemory || memoryLimit) : maxMemory;
  return {
    ...(memory > 0 ? { Memory: memory } : {}),
    PidsLimit: processes,
    ...(sharedMemory > 0 ? { ShmSize: Math.min(sharedMemory, sharedMemoryMb * mb) } : {}),
  };
}
