import type { LogQuery } from '@millrace/contract/log-pattern';
import type { Segment } from '../terminal-line.ts';

/** URLs and headers to load a log. */
export interface LogSource {
  /** Of the log call, without `from` and `to`. */
  url: string;
  /** Of the event stream, without `from`. */
  streamUrl: string;
  headers: Record<string, string>;
}

/** A place in the text of a log as it is shown, columns counting characters from 0. */
export interface TextPoint {
  line: number;
  column: number;
}

/** Start or end of a fold group, or the URL of a remote session. */
export interface LogMark {
  line: number;
  kind: 'start' | 'end' | 'session';
  /** Of the group, or the address. */
  title: string;
}

/** A line ready to be drawn. `line` is its number from 0, which is its `pos`. */
export interface LogRow {
  line: number;
  time: number;
  segments: Segment[];
  /** Characters that are left out at the end, 0 for none. */
  foldedLength: number;
  isError: boolean;
}

/** Matches in the order of the text. `count` is the true number, the lists hold the first of them. */
export interface SearchResult {
  count: number;
  lines: Uint32Array;
  starts: Uint32Array;
  ends: Uint32Array;
  /** Why the expression cannot be used. */
  problem?: string;
}

export type ToLogWorker =
  | { kind: 'open'; source: LogSource; tail: number }
  /** Whether the step writes: the stream is held open for as long. */
  | { kind: 'live'; isLive: boolean }
  | { kind: 'fetch' }
  | { kind: 'fetchAll' }
  | { kind: 'rows'; id: number; from: number; to: number; unfolded: number[] }
  | { kind: 'search'; id: number; query: LogQuery }
  | { kind: 'text'; id: number; from: TextPoint; to: TextPoint }
  /** The whole log as it was written, or as it is shown. */
  | { kind: 'blob'; id: number; isShown: boolean };

/** Lines that came, with what the layout needs to know of each. */
export interface LogGrowth {
  kind: 'grown';
  /** Number after the last line that there is. */
  count: number;
  /** The lines that came: from, and how many facts. */
  from: number;
  /** See {@link lineFacts}. */
  facts: Uint32Array;
  marks: LogMark[];
  /** The last lines, drawn at once by those who follow. */
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
