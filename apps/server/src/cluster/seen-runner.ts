import type { StageFilter } from '@millrace/contract/runner';

/**
 * Identifies the calling runner: its address, and the id of its process, which is empty if the runner sends
 * none.
 */
export interface RunnerCaller {
  runner: string;
  address: string;
}

/** A runner that recently requested work. */
export interface SeenRunner {
  caller: RunnerCaller;
  filter: StageFilter;
  name: string;
  openRequests: number;
  lastRequestSec: number;
}
