import type { Alert } from './alerts.ts';
import type { FoldGroup } from './fold-groups.ts';

/** State of a log for rendering. It is immutable: each change creates a new object. */
export interface LogState {
  count: number;
  /** Number of loaded lines. */
  loaded: number;
  isLoading: boolean;
  /** Whether a fetch has finished. */
  isSettled: boolean;
  /** Whether all lines on the server have been requested. */
  isComplete: boolean;
  /** Number of the first loaded line. */
  first: number;
  /** Whether earlier lines are not available while the step is running. */
  isStartWithheld: boolean;
  /** Line count when the viewer last followed the log. */
  followedTo: number;
  /** Whether the viewer requested the lines that are initially hidden. */
  showsAll: boolean;
  error: { status: number; message: string } | null;
  groups: readonly FoldGroup[];
  folded: ReadonlySet<number>;
  /** Number of the first line that reports a failure; -1 if none. */
  firstError: number;
  /** Lines that report errors or warnings, in order. */
  alerts: readonly Alert[];
  /** URL of a remote session, read from the log. */
  session: string | null;
}

/** Initial state. */
export const noLog: LogState = {
  count: 0,
  loaded: 0,
  isLoading: false,
  isSettled: false,
  isComplete: false,
  first: 0,
  isStartWithheld: false,
  followedTo: 0,
  showsAll: false,
  error: null,
  groups: [],
  folded: new Set(),
  firstError: -1,
  alerts: [],
  session: null,
};
