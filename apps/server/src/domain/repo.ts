import type { Visibility } from '@millrace/contract/vocabulary';

/** Unix seconds. */
type TimeSec = number;

/** Repository, active or not. */
export interface Repo {
  id: number;
  /** Id of the repository at the forge. It does not change if the repository is renamed. */
  uid: string;
  /** Account whose access to the forge is used for the repository. */
  ownerId: number;
  namespace: string;
  name: string;
  /** `namespace/name`. */
  slug: string;
  forge: string;
  /** Whether the repository is private at the forge. The visibility chosen here may differ. */
  isForgePrivate: boolean;
  defaultBranch: string;
  visibility: Visibility;
  active: boolean;
  /** Path of its pipeline file. */
  configPath: string;
  /** Folder whose files are read with the pipeline file; empty for none. */
  configFolder: string;
  trusted: boolean;
  protected: boolean;
  ignoreForks: boolean;
  ignorePullRequests: boolean;
  autoCancelPullRequests: boolean;
  autoCancelPushes: boolean;
  autoCancelRunning: boolean;
  /** Time limit of a stage in minutes. */
  timeout: number;
  /** Maximum number of running stages; 0 is no limit. */
  throttle: number;
  /** Whether the repository ever had test results. */
  hasTests: boolean;
  /** Number of the newest build. */
  counter: number;
  synced: TimeSec;
  created: TimeSec;
  updated: TimeSec;
  version: number;
}
