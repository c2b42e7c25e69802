/** Limits of owners: organizations and people. */
export interface OwnerLimits {
  /** Returns the maximum number of running stages of an owner; 0 is no limit. */
  running: (namespace: string) => number;
}
