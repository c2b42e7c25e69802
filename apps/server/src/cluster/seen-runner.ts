import type { StageFilter } from '@millrace/contract/runner';

/** Calling runner: its address, and the id of its start, which is empty if the runner sends none. */
export interface RunnerCaller {
  runner: string;
  address: string;
}

/** A runner that asked for work recently. */
export interface SeenRunner {
  caller: RunnerCaller;
  filter: StageFilter;
  name: string;
  openRequests: number;
  lastRequestSec: number;
}
