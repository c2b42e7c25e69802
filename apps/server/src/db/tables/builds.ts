import type { BuildEvent, FailureCause, Status } from '@millrace/contract/vocabulary';
import type { ManualPermission } from '@millrace/pipeline/vocabulary';
import type { Generated, Selectable } from 'kysely';
import type { Flag, TimeSec } from './columns.ts';

interface BuildsTable {
  id: Generated<number>;
  repo_id: number;
  trigger: string;
  number: number;
  parent: number;
  status: Status;
  error: string;
  event: BuildEvent;
  action: string;
  link: string;
  timestamp: TimeSec;
  title: string;
  message: string;
  before: string;
  after: string;
  ref: string;
  source_repo: string;
  source: string;
  target: string;
  author_login: string;
  author_name: string;
  author_email: string;
  author_avatar: string;
  sender: string;
  /** JSON object of texts. */
  params: string;
  /** JSON list of warnings about the pipeline file. */
  warnings: string;
  /** Webhook delivery that created it; null for builds started by hand or by a cron job. */
  delivery: string | null;
  cron: string;
  deploy_to: string;
  debug: Flag;
  /** Stage and step before which the build pauses; empty for none. */
  pause_stage: Generated<string>;
  pause_step: Generated<string>;
  canceled_by: Generated<string>;
  /** Final status of a cancelled build whose stages still clean up; empty otherwise. */
  ending: Generated<'' | 'killed' | 'skipped'>;
  ignored_failures: Generated<number>;
  /** On whose behalf it reads files of other repositories; empty for the sender. */
  reader: Generated<string>;
  pinned: Generated<Flag>;
  /** JSON list of the data that retention deleted. */
  expired: Generated<string>;
  attempt: Generated<number>;
  /** Id of the bisection that it belongs to; 0 for none. */
  bisection: Generated<number>;
  /** Number of the earlier build whose pipeline file it changes; 0 for none. */
  file_base: Generated<number>;
  started: TimeSec;
  finished: TimeSec;
  created: TimeSec;
  updated: TimeSec;
  version: number;
}

interface BuildAttemptsTable {
  build_id: number;
  attempt: number;
  login: string;
  /** Final status of the attempt. For the newest attempt, the status is in `builds`. */
  status: Status;
  created: TimeSec;
  started: TimeSec;
  finished: TimeSec;
}

/** Search terms of builds. */
interface BuildWordsTable {
  repo_id: number;
  word: string;
  build_id: number;
}

/** Pipeline file of the build, as it was when the build was created. Restarts and late stages use it. */
interface BuildConfigsTable {
  build_id: number;
  text: string;
  /** JSON list of paths; null if unknown or not needed. */
  changed_paths: string | null;
  /** Hash of the file before its conversion; empty if unknown. */
  source_hash: Generated<string>;
  /** JSON object of the lists that outputs have decided, by pipeline and variable of its matrix. */
  matrices: Generated<string>;
}

interface StagesTable {
  id: Generated<number>;
  repo_id: number;
  build_id: number;
  number: number;
  name: string;
  kind: string;
  type: string;
  status: Status;
  error: string;
  exit_code: number;
  machine: string;
  /** Id of the runner that claimed the stage; empty for a runner that sends no id. */
  runner: string;
  os: string;
  arch: string;
  variant: string;
  kernel: string;
  /** JSON object of texts. */
  labels: string;
  started: TimeSec;
  stopped: TimeSec;
  created: TimeSec;
  updated: TimeSec;
  version: number;
  on_success: Flag;
  on_failure: Flag;
  decided_by: Generated<string>;
  /** Note of this account. */
  decision_note: Generated<string>;
  priority: Generated<number>;
  /** Maximum number of running stages of this name in the repository; 0 is no limit. */
  concurrency: number;
  /** JSON list of stage names. */
  depends_on: string;
  attempt: Generated<number>;
  /** Attempt in which another stage replaced this one; 0 for a current stage. */
  replaced_in: Generated<number>;
  /** Original number of a replaced stage. `number` is negative then, to be unique. */
  replaced_number: Generated<number>;
  /** JSON of the rules for further tries. */
  retry: Generated<string>;
  retries: Generated<number>;
  failure_cause: Generated<FailureCause | ''>;
  /** Why the cluster that runs its steps makes it wait. */
  cluster_wait: Generated<string>;
  /** JSON of the facts about the machine that ran the stage. */
  host: Generated<string>;
  /** Whether its runner runs steps after a cancel. */
  cleans_up: Generated<Flag>;
  errignore: Generated<Flag>;
  /** Permission of people who may start the stage; empty for a stage that starts by itself. */
  manual: Generated<ManualPermission | ''>;
  /** Whether a manual stage also needs an approval. */
  needs_approval: Generated<Flag>;
  /** Name of its pipeline if outputs decide the values of its matrix; empty for others. */
  matrix_of: Generated<string>;
}

/** Variables that a stage passes on; the values are encrypted with the server's key. */
interface StageOutputsTable {
  stage_id: number;
  name: string;
  encrypted: string;
  masked: Flag;
}

/** Time of the last heartbeat for a claimed stage. */
interface StageContactsTable {
  stage_id: number;
  heard: TimeSec;
}

interface StepsTable {
  id: Generated<number>;
  stage_id: number;
  number: number;
  name: string;
  status: Status;
  error: string;
  errignore: Flag;
  exit_code: number;
  started: TimeSec;
  stopped: TimeSec;
  version: number;
  depends_on: string;
  image: string;
  detached: Flag;
  schema: string;
  log_deleted: Flag;
  has_summary: Generated<Flag>;
  image_digest: Generated<string>;
  duration_ms: Generated<number>;
}

interface BuildChangesTable {
  id: Generated<number>;
  repo_id: number;
  build_id: number;
  version: number;
}

/** Last change of the outbox that a listener has processed. */
interface OutboxCursorsTable {
  listener: string;
  change_id: number;
}

interface LatestBuildsTable {
  repo_id: number;
  kind: 'branch' | 'pull_request' | 'deployment';
  /** Branch, number of the pull request, or deployment target. */
  name: string;
  build_id: number;
}

/** Builds with their stages, steps and changes. */
export interface BuildTables {
  builds: BuildsTable;
  build_attempts: BuildAttemptsTable;
  build_words: BuildWordsTable;
  build_configs: BuildConfigsTable;
  stages: StagesTable;
  stage_outputs: StageOutputsTable;
  stage_contacts: StageContactsTable;
  steps: StepsTable;
  build_changes: BuildChangesTable;
  outbox_cursors: OutboxCursorsTable;
  latest_builds: LatestBuildsTable;
}

export type BuildRow = Selectable<BuildsTable>;
export type AttemptRow = Selectable<BuildAttemptsTable>;
export type StageRow = Selectable<StagesTable>;
export type StepRow = Selectable<StepsTable>;
