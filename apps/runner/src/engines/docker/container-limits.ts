import type { ContainerSpec } from '../engine.ts';

/** Limits of each container of a stage. Larger requests of a pipeline file are capped. */
export interface ContainerLimits {
  /** 0 means four fifths of the memory of the Docker machine. */
  memoryMb: number;
  /** Swap space in addition to the memory; -1 means the default of Docker, as much as the memory. */
  memorySwapMb: number;
  processes: number;
  /** Maximum of `shm_size`; a step that requests none gets Docker's default, 64 MB. */
  sharedMemoryMb: number;
  /** Processors, such as 1.5; 0 means no limit. */
  cpus: number;
  /** Weight beside other containers; 0 means the default of Docker, 1024. */
  cpuShares: number;
  /** Processors that containers may use: `0-2,4`; empty for all. */
  cpuSet: string;
}

export const defaultContainerLimits: ContainerLimits = {
  memoryMb: 0,
  memorySwapMb: -1,
  processes: 4096,
  sharedMemoryMb: 1024,
  cpus: 0,
  cpuShares: 0,
  cpuSet: '',
};

const mb = 1024 * 1024;

/** Fields of Docker's `HostConfig`. */
interface LimitOptions {
  Memory?: number;
  MemorySwap?: number;
  PidsLimit: number;
  ShmSize?: number;
  NanoCpus?: number;
  CpuShares?: number;
  CpusetCpus?: string;
}

/** @param machineBytes memory of the Docker machine */
export function limitContainer(
  { memoryLimit, sharedMemory }: Pick<ContainerSpec, 'memoryLimit' | 'sharedMemory'>,
  limits: ContainerLimits,
  machineBytes: number,
): LimitOptions {
  const { memoryMb, memorySwapMb, processes, sharedMemoryMb, cpus, cpuShares, cpuSet } = limits;
  const maxMemory = memoryMb > 0 ? memoryMb * mb : Math.floor(machineBytes * 0.8);
  const memory = memoryLimit > 0 ? Math.min(memoryLimit, maxMemory || memoryLimit) : maxMemory;
  return {
    ...(memory > 0 ? { Memory: memory } : {}),
    // Docker counts the sum of both.
    ...(memory > 0 && memorySwapMb >= 0 ? { MemorySwap: memory + memorySwapMb * mb } : {}),
    PidsLimit: processes,
    ...(sharedMemory > 0 ? { ShmSize: Math.min(sharedMemory, sharedMemoryMb * mb) } : {}),
    ...(cpus > 0 ? { NanoCpus: Math.round(cpus * 1e9) } : {}),
    ...(cpuShares > 0 ? { CpuShares: cpuShares } : {}),
    ...(cpuSet === '' ? {} : { CpusetCpus: cpuSet }),
  };
}
