import { expect, it } from 'vitest';
import { defaultContainerLimits, limitContainer } from './container-limits.ts';

const mb = 1024 * 1024;
const machineBytes = 1000 * mb;

it.each<[string, { memoryLimit?: number; sharedMemory?: number }, object, object]>([
  ['no limits', {}, {}, { Memory: 800 * mb, PidsLimit: 4096 }],
  [
    'less memory than the default limit',
    { memoryLimit: 5 * mb },
    {},
    { Memory: 5 * mb, PidsLimit: 4096 },
  ],
  [
    'more memory than the default limit',
    { memoryLimit: 1e15 },
    {},
    { Memory: 800 * mb, PidsLimit: 4096 },
  ],
  [
    'more memory than the configured limit',
    { memoryLimit: 1e15 },
    { memoryMb: 64 },
    { Memory: 64 * mb, PidsLimit: 4096 },
  ],
  [
    'little shared memory',
    { sharedMemory: 128 * mb },
    {},
    { Memory: 800 * mb, PidsLimit: 4096, ShmSize: 128 * mb },
  ],
  [
    'a thousand gigabytes of shared memory',
    { sharedMemory: 1000 * 1024 * mb },
    { processes: 10 },
    { Memory: 800 * mb, PidsLimit: 10, ShmSize: 1024 * mb },
  ],
  [
    'no limits on a runner with limits of processors and swap space',
    {},
    { memoryMb: 64, memorySwapMb: 0, cpus: 1.5, cpuShares: 512, cpuSet: '0-1' },
    {
      Memory: 64 * mb,
      MemorySwap: 64 * mb,
      PidsLimit: 4096,
      NanoCpus: 1_500_000_000,
      CpuShares: 512,
      CpusetCpus: '0-1',
    },
  ],
])('a container that requests %s is limited by its runner', (_, requested, limits, expected) => {
  const spec = { memoryLimit: 0, sharedMemory: 0, ...requested };
  expect(limitContainer(spec, { ...defaultContainerLimits, ...limits }, machineBytes)).toEqual(
    expected,
  );
});

it('sets no memory limit if the machine does not report its memory', () => {
  const limits = limitContainer({ memoryLimit: 0, sharedMemory: 0 }, defaultContainerLimits, 0);
  expect(limits).toEqual({ PidsLimit: 4096 });
});
