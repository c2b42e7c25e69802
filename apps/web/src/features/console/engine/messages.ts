import type { LogQuery } from '@millrace/contract/log-pattern';
import type { LineTimes } from '../line-time.ts';
import type { Segment } from '../terminal-line.ts';

/** URLs and headers to load a log. */
export interface LogSource {
  /** URL of the log, without `from` and `to`. */
  url: string;
  /** URL of the event stream, without `from`. */
  streamUrl: string;
  headers: Record<string, string>;
}

/** Position in the visible text of a log. Lines and columns start at 0. */
export interface TextPoint {
  line: number;
  column: number;
}

/**
 * Mark of fold groups: a group starts or ends, `next` starts after the end of another one, and a `section` lasts until the
 * next one. Or the URL of a remote session.
 */
export interface LogMark {
  line: number;
  kind: 'start' | 'end' | 'next' | 'section' | 'session';
  /** Whether the author wants the group to be folded at first. */
  isFolded?: true;
  /** Title of the group, or the URL. */
  title: string;
}

/** Line to render. `line` equals its `pos`, counted from 0. */
export interface LogRow {
  line: number;
  time: number;
  segments: Segment[];
  /** Number of characters that are left out at the end. */
  foldedLength: number;
  isError: boolean;
}

/** Matches in the order of the text. `count` includes matches beyond the length of the lists. */
export interface SearchResult {
  count: number;
  lines: Uint32Array;
  starts: Uint32Array;
  ends: Uint32Array;
  /** Syntax error of the regular expression. */
  problem?: string;
}

export type ToLogWorker =
  | { kind: 'open'; source: LogSource; tail: number }
  /** Whether the step is running. The stream stays open until it is not. */
  | { kind: 'live'; isLive: boolean }
  | { kind: 'fetch' }
  | { kind: 'fetchAll' }
  | { kind: 'rows'; id: number; from: number; to: number; unfolded: number[] }
  | { kind: 'search'; id: number; query: LogQuery }
  /** Requests the visible text, with times at the start of each line if they are given. */
  | { kind: 'text'; id: number; from: TextPoint; to: TextPoint; times: LineTimes | undefined }
  /** Requests the whole log: the original, or the visible text. */
  | { kind: 'blob'; id: number; isShown: boolean; times: LineTimes | undefined };

/** Notifies the page of new or changed lines. */
export interface LogGrowth {
  kind: 'grown';
  /** Number of lines in the log. */
  count: number;
  /** Number of loaded lines. */
  loaded: number;
  /** First new or changed line. Their number is the length of `facts`. */
  from: number;
  /** Packed facts of each line, see `packFacts`. */
  facts: Uint32Array;
  marks: LogMark[];
  /** The last lines of the log, sent without a request to render them immediately. */
  tail: LogRow[];
}

export type FromLogWorker =
  | LogGrowth
  | { kind: 'loading'; isLoading: boolean; isComplete: boolean }
  | { kind: 'failed'; status: number; message: string }
  /** Earlier lines are not available while the step is running. */
  | { kind: 'withheld' }
  | { kind: 'streamEnded' }
  | { kind: 'rows'; id: number; rows: LogRow[] }
  | { kind: 'found'; id: number; result: SearchResult }
  | { kind: 'text'; id: number; text: string }
  | { kind: 'blob'; id: number; blob: Blob };
