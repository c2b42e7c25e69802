import type { Visibility } from '@millrace/contract/vocabulary';

/** Unix seconds. */
type TimeSec = number;

/** A repository that the server knows, active or not. */
export interface Repo {
  id: number;
  /** The forge's own id of it, which a new name does not change. */
  uid: string;
  /** The account that answers for it. */
  ownerId: number;
  namespace: string;
  name: string;
  /** `namespace/name`. */
  slug: string;
  forge: string;
  /** Whether it is private there; people may choose another visibility here. */
  isForgePrivate: boolean;
  defaultBranch: string;
  visibility: Visibility;
  active: boolean;
  /** Path of its pipeline file. */
  configPath: string;
  trusted: boolean;
  protected: boolean;
  ignoreForks: boolean;
  ignorePullRequests: boolean;
  autoCancelPullRequests: boolean;
  autoCancelPushes: boolean;
  autoCancelRunning: boolean;
  /** Minutes that a stage may take. */
  timeout: number;
  /** Maximum running stages; 0 is no limit. */
  throttle: number;
  /** Whether it ever had test results. */
  hasTests: boolean;
  /** The number of its newest build. */
  counter: number;
  synced: TimeSec;
  created: TimeSec;
  updated: TimeSec;
  version: number;
}
