import type {
  AccessEndReason,
  BuildEvent,
  Status,
  TokenScope,
  Visibility,
} from '@millrace/contract/vocabulary';
import type { Generated, Selectable } from 'kysely';

/** 0 or 1, because both databases store integers in the same way. */
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
  /** Null if the account signs in through a forge or is a machine user. */
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
  /** SHA-256 of the cookie value, so that a stolen copy of the database contains no usable session. */
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
  /** Whether the repository is private at the forge. The visibility chosen in the settings may differ. */
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
  /** Maximum number of running stages; 0 is no limit. */
  throttle: Generated<number>;
  /** Whether the repository ever had test results. */
  has_tests: Generated<Flag>;
  counter: number;
  /** Time of the last background check at the forge. */
  checked: Generated<TimeSec>;
  /** Time since which the forge has shown the repository to no account; 0 if it shows it. */
  missing: Generated<TimeSec>;
  synced: TimeSec;
  created: TimeSec;
  updated: TimeSec;
  version: number;
}

/** Accounts at the forge, linked to accounts of this server. */
interface ForgeIdentitiesTable {
  user_id: number;
  forge: string;
  /** Id of the account at the forge. It does not change if the account is renamed. */
  uid: string;
  /** Encrypted tokens; null if the forge has revoked the access. */
  tokens_sealed: string | null;
  /** Whether a system admin created the account before its first sign-in. */
  invited: Generated<Flag>;
  /** Time of the last background check at the forge. */
  checked: Generated<TimeSec>;
}

/** Keys that sign the webhook deliveries of repositories. */
interface RepoHooksTable {
  repo_id: number;
  secret_sealed: string;
}

/** Account or organization at the forge that owns the namespace. */
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
  /** The columns below are used by servers before 0032. If `event` is not null, it is moved into `jobs`. */
  event: string | null;
  due: TimeSec;
  tries: number;
  aside: Generated<Flag>;
}

/** Statuses that were reported to the forge. */
interface CommitStatusesTable {
  build_id: number;
  repo_id: number;
  /** Reported status; empty if none was reported. */
  shown: Status | '';
  /** Id of the build's deployment at the forge; empty if it has none. */
  deployment: string;
  /** The columns below are used by servers before 0032. A row that is due is moved into `jobs`. */
  due: TimeSec | null;
  change_id: number;
  since: TimeSec;
  tries: number;
}

/** Last change of the outbox that a listener has processed. */
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
  /** JSON list of warnings about the pipeline file. */
  warnings: string;
  /** Webhook delivery that created it; null for builds started by hand or by a cron job. */
  delivery: string | null;
  cron: string;
  deploy_to: string;
  debug: Flag;
  canceled_by: Generated<string>;
  attempt: Generated<number>;
  /** Whether the search terms of the build are in `build_words`. */
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

/** Pipeline file of the build, as it was when the build was created. Restarts and late stages use it. */
interface BuildConfigsTable {
  build_id: number;
  text: string;
  /** JSON list of paths; null if unknown or not needed. */
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
  /** Maximum number of running stages of this name in the repository; 0 is no limit. */
  concurrency: number;
  /** JSON list of stage names. */
  depends_on: string;
  attempt: Generated<number>;
  /** Attempt in which another stage replaced this one; 0 for a current stage. */
  replaced_in: Generated<number>;
  /** Original number of a replaced stage. `number` is negative then, to be unique. */
  replaced_number: Generated<number>;
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
  /** Log lines as JSON, one per line, compressed with zstd. */
  lines: Uint8Array;
}

/** Objects of an object store that contain, or may contain, lines of a log. */
interface LogObjectsTable {
  id: Generated<number>;
  /** Null if the log was deleted: the object is deleted in the object store next, then this row. */
  step_id: number | null;
  key: string;
  first_pos: number;
  last_pos: number;
  /** JSON index of the lines in the object. */
  frames: string;
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
  /** Time of the last recount. */
  counted: TimeSec;
}

/** Limits set for repositories, lower than those of the server; null if the server's limit applies. */
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
  /** Branch, number of the pull request, or deployment target. */
  name: string;
  build_id: number;
}

interface ServerStateTable {
  name: string;
  value: string;
}

/** Secrets of a repository or of an organization: either `repo_id` or `namespace` is null. */
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
  /** Time of the next run; 0 if there is none. The server that advances it claims the run. */
  next: TimeSec;
  /** Time of the last run. */
  prev: TimeSec;
  branch: string;
  target: string;
  disabled: Flag;
  created: TimeSec;
  updated: TimeSec;
  version: number;
}

/** Claimed runs that have not started. Only used by servers before 0032; rows are moved into `jobs`. */
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

/** Open and failed jobs. */
interface JobsTable {
  id: Generated<number>;
  kind: string;
  key: string;
  place: number;
  /** JSON. Its schema depends on the kind of job. */
  payload: string;
  since: TimeSec;
  /** Time at which the job is due; for a failed job, the time of the failure. */
  due: TimeSec;
  tries: number;
  aside: Generated<Flag>;
  revision: Generated<number>;
  /** Last error of a failed job; null for an open job. */
  error: string | null;
}

interface CardsTable {
  step_id: number;
  /** JSON, as written by the step. */
  data: string;
}

/** Tests of a repository, by name. */
interface TestNamesTable {
  id: Generated<number>;
  repo_id: number;
  /** Derived from stage, suite and name. */
  key: string;
  stage: string;
  suite: string;
  name: string;
  file: string;
  /** Number of the last build that had the test, or of one shortly before; null if unknown. */
  seen_in: number | null;
}

/** Test counts of a step. Its results are in `test_blocks`. */
interface TestResultsTable {
  step_id: number;
  repo_id: number;
  build_id: number;
  passed: number;
  /** Number of failed tests, including errors. */
  failed: number;
  skipped: number;
  /** Block of results; only used for steps older than `test_blocks`. */
  entries: Uint8Array;
}

/** Test results of one report of a step, or of several merged reports. */
interface TestBlocksTable {
  id: Generated<number>;
  step_id: number;
  build_id: number;
  /** Number of times that its reports were merged. */
  level: number;
  /** Compressed with zstd; `test-entries.ts` describes the content. */
  entries: Uint8Array;
}

/** Files from which the test results of a step were read. */
interface TestReportsTable {
  step_id: number;
  /** Number of the report in its step, from 1. */
  number: number;
  path: string;
  /** Reason why the report is incomplete; empty if it is complete. */
  problem: string;
}

/** Details of failed tests. */
interface TestFailuresTable {
  step_id: number;
  report: number;
  test_id: number;
  type: string;
  message: string;
  /** JSON with details and output, compressed with zstd. */
  texts: Uint8Array;
}

interface NamespaceMovesTable {
  namespace: string;
  /** Account that gets the folders; null if they are deleted. */
  successor: string | null;
}

/** Servers on this database. */
interface ServersTable {
  id: string;
  host: string;
  /** Time of the last heartbeat, by the clock of the database. */
  seen: TimeSec;
  /** JSON: the runners that request work from the server. */
  runners: string;
}

/** Leases for work that must run on one server at a time. */
interface LeasesTable {
  name: string;
  holder: string;
  /** Expiry time, by the clock of the database. */
  until: TimeSec;
}

/** Time of the last heartbeat for a claimed stage. */
interface StageContactsTable {
  stage_id: number;
  heard: TimeSec;
}

/** Rows of the sign-in limiter, if several servers share it. */
interface SignInAttemptsTable {
  key: string;
  points: number;
  /** Expiry time in ms. */
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
