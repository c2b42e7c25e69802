import type { FoldGroup } from './fold-groups.ts';

/** State of a log for rendering; a new object with every change. */
export interface LogState {
  count: number;
  isLoading: boolean;
  /** True once a fetch has ended. */
  isSettled: boolean;
  /** True once every line that the server has was asked for. */
  isComplete: boolean;
  /** Number of the first line that is here. */
  first: number;
  /** True if earlier lines are not available while the step is running. */
  isStartWithheld: boolean;
  /** Line count when the viewer last followed the log. */
  followedTo: number;
  /** Whether the reader asked for the lines that do not show at first. */
  showsAll: boolean;
  error: { status: number; message: string } | null;
  groups: readonly FoldGroup[];
  folded: ReadonlySet<number>;
  /** Number of the first line that looks like a complaint; -1 for none. */
  firstError: number;
  /** URL of a remote session, printed by a line. */
  session: string | null;
}

/** A log before anything of it is known. */
export const noLog: LogState = {
  count: 0,
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
  session: null,
};
