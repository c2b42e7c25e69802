import type { TerminalEnd } from '@millrace/contract/vocabulary';
import type { Generated, Selectable } from 'kysely';
import type { Flag, TimeSec } from './columns.ts';

/** Failed and paused steps whose environments runners keep, or have kept. */
interface KeptStepsTable {
  id: Generated<number>;
  step_id: number;
  repo_id: number;
  build_id: number;
  /** Id of the runner process. */
  runner: string;
  created: TimeSec;
  /** Last time at which the runner asked for orders. */
  seen: TimeSec;
  until: TimeSec;
  ended: TimeSec;
  /** Empty until it has ended. */
  end_reason: TerminalEnd | '';
  /** Whether the step waits before its start, instead of having failed. */
  paused: Generated<Flag>;
}

/** Terminals in kept environments. */
interface TerminalsTable {
  id: Generated<number>;
  kept_id: number;
  user_id: number;
  /** Access token with which it was opened; null for another credential. */
  token_id: number | null;
  login: string;
  created: TimeSec;
  /** Last time at which the page asked for output. */
  seen: TimeSec;
  /** First size, in characters. */
  width: number;
  height: number;
  output_bytes: number;
  ended: TimeSec;
  end_reason: TerminalEnd | '';
  exit_code: number | null;
  error: string;
}

/** Recorded output, in pieces. */
interface TerminalOutputTable {
  terminal_id: number;
  /** Position of the first byte. */
  position: number;
  /** Milliseconds since the terminal was created. */
  time_ms: number;
  /** Bytes in base64. */
  data: string;
}

interface TerminalSettingsTable {
  repo_id: number;
  keep_failed: Flag;
}

export interface TerminalTables {
  kept_steps: KeptStepsTable;
  terminals: TerminalsTable;
  terminal_output: TerminalOutputTable;
  terminal_settings: TerminalSettingsTable;
}

export type KeptStepRow = Selectable<KeptStepsTable>;
export type TerminalRow = Selectable<TerminalsTable>;
