import type { Generated } from 'kysely';
import type { TimeSec } from './columns.ts';

interface LogBlocksTable {
  step_id: number;
  first_pos: number;
  last_pos: number;
  /** Length of `lines` before compression. */
  bytes: number;
  /** zstd of one line of JSON for each log line. */
  lines: Uint8Array;
}

/** An object of another store that holds lines of a log, or may hold some. */
interface LogObjectsTable {
  id: Generated<number>;
  /** Null where the lines are gone: the object is deleted at the store then, and forgotten. */
  step_id: number | null;
  key: string;
  first_pos: number;
  last_pos: number;
  /** JSON: what stands where in it. */
  frames: string;
  /** When it is deleted at the store whatever its step; null while it is what the log consists of. */
  due: TimeSec | null;
  tries: number;
}

/** A file that a step left, or may leave: an object of another store. */
interface ArtifactsTable {
  id: Generated<number>;
  /** Null where it is gone: the object is deleted at the store then, and forgotten. */
  step_id: number | null;
  repo_id: number;
  build_id: number;
  path: string;
  size: number;
  /** In hexadecimal. */
  sha256: string;
  created: TimeSec;
  key: string;
  /** When it is deleted at the store whatever its step; null while it is kept. */
  due: TimeSec | null;
  tries: number;
}

/** Bytes of the artifacts of a build, or of a repository where the build is 0. */
interface ArtifactTotalsTable {
  repo_id: number;
  build_id: number;
  /** Of all rows of `artifacts`, uploads that are coming in among them. */
  bytes: number;
  /** When the rows were summed last. */
  counted: TimeSec;
}

/** Limits set by repositories, lower than those of the server; null if it has no own value. */
interface ArtifactLimitsTable {
  repo_id: number;
  days: number | null;
  file_bytes: number | null;
  build_bytes: number | null;
  repo_bytes: number | null;
}

/** Markdown. */
interface StepSummariesTable {
  step_id: number;
  text: string;
}

interface CardsTable {
  step_id: number;
  /** JSON, as the step made it. */
  data: string;
}

/** Logs, artifacts, summaries and cards of steps. */
export interface ResultTables {
  log_blocks: LogBlocksTable;
  log_objects: LogObjectsTable;
  artifacts: ArtifactsTable;
  artifact_totals: ArtifactTotalsTable;
  artifact_limits: ArtifactLimitsTable;
  step_summaries: StepSummariesTable;
  cards: CardsTable;
}
