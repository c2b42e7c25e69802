import type { ContainerSpec } from '../engine.ts';

/** Bounds of each container of a stage. What a pipeline file asks for counts up to them. */
export interface ContainerLimits {
  /** 0 stands for four fifths of the memory of the Docker machine. */
  memoryMb: number;
  processes: number;
  /** Of `shm_size`; a step that asks for none has what Docker gives, 64 MB. */
  sharedMemoryMb: number;
}

export const usualContainerLimits: ContainerLimits = {
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
