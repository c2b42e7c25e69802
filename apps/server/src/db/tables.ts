import type {
  AccessEndReason,
  BuildEvent,
  Status,
  TokenScope,
  Visibility,
} from '@millrace/contract/vocabulary';
import type { Generated, Selectable } from 'kysely';

/** 0 or 1: both databases know whole numbers alike. */
type Flag = number;
/** Unix seconds; 0 means "not yet". */
type TimeSec = number;

interface UsersTable {
  id: Generated<number>;
  login: string;
  email: string;
  name: string;
  company: string;
  avatar: string;
  machine: Flag;
  admin: Flag;
  active: Flag;
  /** Null where the account signs in through a forge or is a machine. */
  password_hash: string | null;
  token_hash: string;
  token_sealed: string;
  syncing: Flag;
  synced: TimeSec;
  created: TimeSec;
  updated: TimeSec;
  last_login: TimeSec;
  access_ended: Generated<TimeSec>;
  access_ended_reason: Generated<AccessEndReason | ''>;
  access_ended_detail: Generated<string>;
}

interface SessionsTable {
  /** SHA-256 of the cookie's value, so that a copy of the database opens no session. */
  id_hash: string;
  user_id: number;
  created: TimeSec;
  expires: TimeSec;
}

interface ReposTable {
  id: Generated<number>;
  uid: string;
  user_id: number;
  namespace: string;
  name: string;
  slug: string;
  forge: string;
  /** Whether it is private at the forge: the visibility that people choose may differ. */
  forge_private: Flag;
  default_branch: string;
  visibility: Visibility;
  active: Flag;
  config_path: string;
  trusted: Flag;
  protected: Flag;
  ignore_forks: Flag;
  ignore_pull_requests: Flag;
  auto_cancel_pull_requests: Flag;
  auto_cancel_pushes: Flag;
  auto_cancel_running: Flag;
  timeout: number;
  /** Maximum running stages; 0 is no limit. */
  throttle: Generated<number>;
  /** Whether it ever had test results. */
  has_tests: Generated<Flag>;
  counter: number;
  /** Time of the last background check at the forge. */
  checked: Generated<TimeSec>;
  /** Time since which the forge shows it to no account; 0 where it does. */
  missing: Generated<TimeSec>;
  synced: TimeSec;
  created: TimeSec;
  updated: TimeSec;
  version: number;
}

/** Accounts of the forge, linked to accounts of this server. */
interface ForgeIdentitiesTable {
  user_id: number;
  forge: string;
  /** The forge's own id of it, which a new name does not change. */
  uid: string;
  /** Null when the forge has taken the access back. */
  tokens_sealed: string | null;
  /** Whether an administrator created the account before its first sign-in. */
  invited: Generated<Flag>;
  /** Time of the last background check at the forge. */
  checked: Generated<TimeSec>;
}

/** Keys that sign the webhook deliveries of repositories. */
interface RepoHooksTable {
  repo_id: number;
  secret_sealed: string;
}

/** The account or organisation at the forge whose namespace it is. */
interface ForgeNamespacesTable {
  forge: string;
  namespace: string;
  uid: string;
}

/** Webhook deliveries. Rows remain after processing, so that repeated deliveries are recognized. */
interface HookDeliveriesTable {
  id: Generated<number>;
  repo_id: number;
  delivery: string;
  received: TimeSec;
  /** The columns below are of servers before 0032. An event that is not null is moved into `jobs`. */
  event: string | null;
  due: TimeSec;
  tries: number;
  aside: Generated<Flag>;
}

/** Statuses that were reported to the forge. */
interface CommitStatusesTable {
  build_id: number;
  repo_id: number;
  /** Empty if none was reported. */
  shown: Status | '';
  /** The forge's name of the build's deployment; empty where there is none. */
  deployment: string;
  /** The columns below are of servers before 0032. A row that is due is moved into `jobs`. */
  due: TimeSec | null;
  change_id: number;
  since: TimeSec;
  tries: number;
}

/** The last change of the outbox that a listener took over. */
interface OutboxCursorsTable {
  listener: string;
  change_id: number;
}

interface RepoPermissionsTable {
  user_id: number;
  repo_id: number;
  read: Flag;
  write: Flag;
  admin: Flag;
}

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
  /** JSON list of texts about the pipeline file. */
  warnings: string;
  /** Webhook delivery that created it; null for builds started by hand or by a cron job. */
  delivery: string | null;
  cron: string;
  deploy_to: string;
  debug: Flag;
  canceled_by: Generated<string>;
  attempt: Generated<number>;
  /** Whether its words are in `build_words`. */
  has_words: Generated<Flag>;
  started: TimeSec;
  finished: TimeSec;
  created: TimeSec;
  updated: TimeSec;
  version: number;
}

/** Search terms of builds. */
interface BuildWordsTable {
  repo_id: number;
  word: string;
  build_id: number;
}

/** The pipeline file as it was when the build was created, so that a rerun or a late stage sees the same. */
interface BuildConfigsTable {
  build_id: number;
  text: string;
  /** JSON list of paths; null where it is not known, or nothing asks for it. */
  changed_paths: string | null;
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
  /** Id of the runner that claimed it; empty for one that sends none. */
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
  /** Maximum running stages of this name in the repository; 0 is no limit. */
  concurrency: number;
  /** JSON list of stage names. */
  depends_on: string;
  attempt: Generated<number>;
  /** The attempt that another stage took its place in; 0 for a stage that stands. */
  replaced_in: Generated<number>;
  /** The number that it had until then: its own is out of the way, and below 0. */
  replaced_number: Generated<number>;
}

interface BuildAttemptsTable {
  build_id: number;
  attempt: number;
  login: string;
  /** How it ended; of the newest one the build says how it stands. */
  status: Status;
  created: TimeSec;
  started: TimeSec;
  finished: TimeSec;
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
}

/** Markdown. */
interface StepSummariesTable {
  step_id: number;
  text: string;
}

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

interface BuildChangesTable {
  id: Generated<number>;
  repo_id: number;
  build_id: number;
  version: number;
}

interface LatestBuildsTable {
  repo_id: number;
  kind: 'branch' | 'pull_request' | 'deployment';
  /** Branch, number of the pull request, or environment. */
  name: string;
  build_id: number;
}

interface ServerStateTable {
  name: string;
  value: string;
}

/** Either of a repository or of an organisation: one of `repo_id` and `namespace` is null. */
interface SecretsTable {
  id: Generated<number>;
  repo_id: number | null;
  namespace: string | null;
  name: string;
  sealed: string;
  pull_request: Flag;
  pull_request_push: Flag;
  created: TimeSec;
  updated: TimeSec;
}

/** Values of the server itself, encrypted with its key. */
interface SealedValuesTable {
  name: string;
  sealed: string;
}

interface TemplatesTable {
  id: Generated<number>;
  namespace: string;
  name: string;
  data: string;
  created: TimeSec;
  updated: TimeSec;
}

interface CronsTable {
  id: Generated<number>;
  repo_id: number;
  name: string;
  expr: string;
  /** The due time; 0 when there is none. Whoever moves it on has the run. */
  next: TimeSec;
  /** The due time of the last run. */
  prev: TimeSec;
  branch: string;
  target: string;
  disabled: Flag;
  created: TimeSec;
  updated: TimeSec;
  version: number;
}

/** A run that was claimed and has not started. */
/** Due runs of servers of the version before 0032. They are moved into `jobs`. */
interface CronRunsTable {
  cron_id: number;
  due: TimeSec;
}

/** Access tokens of accounts. */
interface AccessTokensTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** SHA-256, in hexadecimal. */
  hash: string;
  scope: TokenScope;
  /** The only repository that it is valid for. */
  repo_id: number | null;
  created: TimeSec;
  /** 0 means never. */
  expires: TimeSec;
  /** 0 means not yet. */
  last_used: TimeSec;
}

/** Jobs that are open, and those that have failed. */
interface JobsTable {
  id: Generated<number>;
  kind: string;
  key: string;
  place: number;
  /** JSON, in the shape of its kind. */
  payload: string;
  since: TimeSec;
  /** When it is due; for a failed job when it failed. */
  due: TimeSec;
  tries: number;
  aside: Generated<Flag>;
  revision: Generated<number>;
  /** The last error of a failed job; null for an open one. */
  error: string | null;
}

interface CardsTable {
  step_id: number;
  /** JSON, as the step made it. */
  data: string;
}

/** A test of a repository, by what it is called. */
interface TestNamesTable {
  id: Generated<number>;
  repo_id: number;
  /** Made of stage, suite and name. */
  key: string;
  stage: string;
  suite: string;
  name: string;
  file: string;
  /** The number of a build that had it, the last one or one shortly before; null is unknown. */
  seen_in: number | null;
}

/** Counts of the tests of a step; its results are in `test_blocks`. */
interface TestResultsTable {
  step_id: number;
  repo_id: number;
  build_id: number;
  passed: number;
  /** Errors too. */
  failed: number;
  skipped: number;
  /** A block of its results; only used for steps older than `test_blocks`. */
  entries: Uint8Array;
}

/** Results of one report of a step, or of several that were merged. */
interface TestBlocksTable {
  id: Generated<number>;
  step_id: number;
  build_id: number;
  /** Number of times its reports were merged. */
  level: number;
  /** zstd; `test-entries.ts` describes the content. */
  entries: Uint8Array;
}

/** A file of a step that results came from. */
interface TestReportsTable {
  step_id: number;
  /** Counts from 1 in its step. */
  number: number;
  path: string;
  /** Why not all of it is there; empty where it is. */
  problem: string;
}

/** Texts of failed tests. */
interface TestFailuresTable {
  step_id: number;
  report: number;
  test_id: number;
  type: string;
  message: string;
  /** zstd of JSON: details and output. */
  texts: Uint8Array;
}

interface NamespaceMovesTable {
  namespace: string;
  /** Null where the folders go. */
  successor: string | null;
}

/** A server on this database. */
interface ServersTable {
  id: string;
  host: string;
  /** When it gave its last sign of life, by the clock of the database. */
  seen: TimeSec;
  /** JSON: the runners that ask it for work. */
  runners: string;
}

/** Leases for work that must run on one server at a time. */
interface LeasesTable {
  name: string;
  holder: string;
  /** By the clock of the database. */
  until: TimeSec;
}

/** When a claimed stage was last heard of. */
interface StageContactsTable {
  stage_id: number;
  heard: TimeSec;
}

/** Kept by the limiter of sign-ins, where several servers share it. */
interface SignInAttemptsTable {
  key: string;
  points: number;
  /** In milliseconds. */
  expire: number | null;
}

export interface Tables {
  servers: ServersTable;
  leases: LeasesTable;
  stage_contacts: StageContactsTable;
  sign_in_attempts: SignInAttemptsTable;
  namespace_moves: NamespaceMovesTable;
  build_changes: BuildChangesTable;
  latest_builds: LatestBuildsTable;
  server_state: ServerStateTable;
  users: UsersTable;
  sessions: SessionsTable;
  forge_identities: ForgeIdentitiesTable;
  forge_namespaces: ForgeNamespacesTable;
  hook_deliveries: HookDeliveriesTable;
  commit_statuses: CommitStatusesTable;
  outbox_cursors: OutboxCursorsTable;
  repos: ReposTable;
  repo_hooks: RepoHooksTable;
  repo_permissions: RepoPermissionsTable;
  builds: BuildsTable;
  build_attempts: BuildAttemptsTable;
  build_words: BuildWordsTable;
  build_configs: BuildConfigsTable;
  stages: StagesTable;
  step_summaries: StepSummariesTable;
  steps: StepsTable;
  log_blocks: LogBlocksTable;
  log_objects: LogObjectsTable;
  artifacts: ArtifactsTable;
  artifact_limits: ArtifactLimitsTable;
  artifact_totals: ArtifactTotalsTable;
  secrets: SecretsTable;
  sealed_values: SealedValuesTable;
  templates: TemplatesTable;
  crons: CronsTable;
  cron_runs: CronRunsTable;
  jobs: JobsTable;
  access_tokens: AccessTokensTable;
  cards: CardsTable;
  test_names: TestNamesTable;
  test_results: TestResultsTable;
  test_blocks: TestBlocksTable;
  test_reports: TestReportsTable;
  test_failures: TestFailuresTable;
}

export type UserRow = Selectable<UsersTable>;
export type JobRow = Selectable<JobsTable>;
export type ForgeIdentityRow = Selectable<ForgeIdentitiesTable>;
export type RepoRow = Selectable<ReposTable>;
export type PermissionRow = Selectable<RepoPermissionsTable>;
export type BuildRow = Selectable<BuildsTable>;
export type AttemptRow = Selectable<BuildAttemptsTable>;
export type StageRow = Selectable<StagesTable>;
export type StepRow = Selectable<StepsTable>;
export type SecretRow = Selectable<SecretsTable>;
export type CronRow = Selectable<CronsTable>;
