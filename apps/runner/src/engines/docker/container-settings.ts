import { type ContainerLimits, defaultContainerLimits } from './container-limits.ts';

/** A folder of the Docker machine or a Docker volume that every container gets. */
export interface ExtraMount {
  kind: 'bind' | 'volume';
  /** Path on the Docker machine, or name of the volume. */
  source: string;
  target: string;
  isReadOnly: boolean;
}

/** A device of the Docker machine that every container gets. */
export interface Device {
  host: string;
  container: string;
  /** `r`, `w` and `m` for read, write and create. */
  permissions: string;
}

/** Settings of all containers of a runner, which no pipeline file can change. */
export interface ContainerSettings {
  limits: ContainerLimits;
  mounts: readonly ExtraMount[];
  /** Docker networks that containers join, in addition to that of their stage. */
  networks: readonly string[];
  devices: readonly Device[];
}

export const defaultContainerSettings: ContainerSettings = {
  limits: defaultContainerLimits,
  mounts: [],
  networks: [],
  devices: [],
};
