import type { RetentionName } from '@millrace/contract/retention';
import type { Generated } from 'kysely';
import type { Flag, TimeSec } from './columns.ts';

/** Back-tests of builds that change the pipeline file. */
interface PipelineChangesTable {
  build_id: number;
  /** Why there is no result; empty if there is one. */
  error: string;
  /** JSON; empty after an error. */
  result: string;
}

interface LogBlocksTable {
  step_id: number;
  first_pos: number;
  last_pos: number;
  /** Length of `lines` before compression. */
  bytes: number;
  /** Log entries as JSON, one per line, compressed with zstd. */
  lines: Uint8Array;
  /** Number of the line that the next entry starts or continues; null if it is the entry's position. */
  next_line: number | null;
}

/** Objects of an object store that contain, or may contain, lines of a log. */
interface LogObjectsTable {
  id: Generated<number>;
  /** Null if the log was deleted: the object is deleted in the object store next, then this row. */
  step_id: number | null;
  key: string;
  first_pos: number;
  last_pos: number;
  /** JSON index of the entries in the object. */
  frames: string;
  /** As in `log_blocks`. */
  next_line: number | null;
  /** Time at which the object is deleted, whatever its step; null if the object is complete and in use. */
  due: TimeSec | null;
  tries: number;
}

/** Artifacts, complete or pending. Each is an object of an object store. */
interface ArtifactsTable {
  id: Generated<number>;
  /** Null if the artifact was deleted: the object is deleted in the object store next, then this row. */
  step_id: number | null;
  repo_id: number;
  build_id: number;
  path: string;
  size: number;
  /** Hexadecimal digest. */
  sha256: string;
  created: TimeSec;
  executable: Generated<Flag>;
  /** Time at which the pipeline file wants it deleted; null if it says nothing. */
  expires: TimeSec | null;
  /** Target of a symbolic link, which is also the content of its object. Null for a file. */
  link_target: string | null;
  key: string;
  /** Time at which the object is deleted, whatever its step; null while the artifact is retained. */
  due: TimeSec | null;
  tries: number;
}

/** Total size of the artifacts of a build, or of a repository if `build_id` is 0. */
interface ArtifactTotalsTable {
  repo_id: number;
  build_id: number;
  /** Sum over all rows of `artifacts`, pending uploads included. */
  bytes: number;
  /** Time at which it was computed from the rows. */
  counted: TimeSec;
}

/** Steps of which at least one artifact was deleted. */
interface DeletedArtifactsTable {
  step_id: number;
}

/** Limits set for repositories, lower than those of the server; null if the server's limit applies. */
interface ArtifactLimitsTable {
  repo_id: number;
  days: number | null;
  file_bytes: number | null;
  build_bytes: number | null;
  repo_bytes: number | null;
  /** Whether `days` applies even if it exceeds the limit of the server. */
  days_beyond: Generated<Flag>;
}

/** Retention limits set for repositories. */
interface RetentionLimitsTable {
  repo_id: number;
  name: RetentionName;
  value: number;
  /** Whether the value applies even if it exceeds the limit of the server. */
  beyond: Flag;
}

/** Markdown. */
interface StepSummariesTable {
  step_id: number;
  text: string;
}

interface CardsTable {
  step_id: number;
  /** JSON, as written by the step. */
  data: string;
}

/** Logs, artifacts, summaries and cards of steps. */
export interface ResultTables {
  pipeline_changes: PipelineChangesTable;
  log_blocks: LogBlocksTable;
  log_objects: LogObjectsTable;
  artifacts: ArtifactsTable;
  artifact_totals: ArtifactTotalsTable;
  deleted_artifacts: DeletedArtifactsTable;
  artifact_limits: ArtifactLimitsTable;
  retention_limits: RetentionLimitsTable;
  step_summaries: StepSummariesTable;
  cards: CardsTable;
}
