import { defineSettings } from '@millrace/node-kit/settings/define-settings';
import { defaultContainerLimits as limits } from '../../engines/docker/container-limits.ts';

/** Limits of each container. */
export const containerLimitSettings = defineSettings({
  memoryMb: {
    name: 'MILLRACE_CONTAINER_MEMORY_MB',
    kind: 'whole',
    default: limits.memoryMb,
    min: 0,
    max: 16_777_216,
    unset: 'four fifths of the Docker machine',
    text: 'Maximum memory of a container. A larger `mem_limit` of a step is capped.',
  },
  processes: {
    name: 'MILLRACE_CONTAINER_PROCESSES',
    kind: 'whole',
    default: limits.processes,
    min: 16,
    max: 4_194_304,
    text: 'Maximum number of processes and threads of a container.',
  },
  sharedMemoryMb: {
    name: 'MILLRACE_CONTAINER_SHM_MB',
    kind: 'whole',
    default: limits.sharedMemoryMb,
    min: 1,
    max: 1_048_576,
    text: 'Maximum `shm_size` of a step; the default of a container is 64 MB.',
  },
  memorySwapMb: {
    name: 'MILLRACE_CONTAINER_MEMORY_SWAP_MB',
    kind: 'whole',
    default: limits.memorySwapMb,
    min: -1,
    max: 16_777_216,
    text: 'Swap space of a container in addition to its memory; `0` for none, `-1` for the default of Docker, as much as the memory.',
  },
  cpus: {
    name: 'MILLRACE_CONTAINER_CPUS',
    kind: 'number',
    default: limits.cpus,
    min: 0,
    max: 4096,
    text: 'Processors that a container may use, such as `1.5`; `0` means no limit.',
  },
  cpuShares: {
    name: 'MILLRACE_CONTAINER_CPU_SHARES',
    kind: 'whole',
    default: limits.cpuShares,
    min: 0,
    max: 262_144,
    text: 'Weight of a container beside others when processors are busy; `0` for the default of Docker, 1024.',
  },
  cpuSet: {
    name: 'MILLRACE_CONTAINER_CPU_SET',
    kind: 'text',
    default: limits.cpuSet,
    format: {
      pattern: /^(\d+(-\d+)?(,\d+(-\d+)?)*)?$/,
      expected: 'numbers of processors as in 0-2,4',
    },
    text: 'Numbers of the processors that containers may use, as in `0-2,4`.',
  },
});

/** Settings of all stages of a runner, in addition to the limits of containers. */
export const stageSettings = defineSettings({
  mounts: {
    name: 'MILLRACE_CONTAINER_VOLUMES',
    kind: 'list',
    text: 'Folders of the Docker machine, and Docker volumes, that every container gets: `/etc/ssl/certs:/etc/ssl/certs:ro,cache:/root/.cache`. A volume of a step at the same path replaces them.',
  },
  networks: {
    name: 'MILLRACE_CONTAINER_NETWORKS',
    kind: 'list',
    text: 'Docker networks that containers join in addition to that of their stage, unless their step has a `network_mode`. A missing one ends the step in error.',
  },
  devices: {
    name: 'MILLRACE_CONTAINER_DEVICES',
    kind: 'list',
    text: 'Devices of the Docker machine that every container gets: `/dev/fuse` or `/dev/kvm:/dev/kvm:rwm`.',
  },
  privilegedImages: {
    name: 'MILLRACE_CONTAINER_PRIVILEGED_IMAGES',
    kind: 'list',
    text: 'Images of [plugins that run with privileges](pipelines.md#plugins), as in `acme/buildx,acme/tools-*:2`. A step with commands never does.',
  },
  environment: {
    name: 'MILLRACE_RUNNER_ENVIRONMENT',
    kind: 'list',
    secret: true,
    text: 'Variables of all steps, of both engines: `HTTP_CACHE:http://cache:8080,MODE:ci`. A pipeline file can replace them. They are not masked in logs.',
  },
  dockerConfig: {
    name: 'MILLRACE_DOCKER_CONFIG',
    kind: 'text',
    text: 'File with the `config.json` of `docker login`: credentials for the images of all pipelines on this runner. Credentials of the pipeline file and of the [server](pipelines.md#private-registries) take precedence.',
  },
});
