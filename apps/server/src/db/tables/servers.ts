import type { RunnerState } from '@millrace/contract/vocabulary';
import type { Generated, Selectable } from 'kysely';
import type { Flag, TimeSec } from './columns.ts';

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

interface ServerStateTable {
  name: string;
  value: string;
}

/** Runners by name, connected or not. */
interface RunnersTable {
  name: string;
  state: RunnerState;
  /** JSON list: ids of the processes that are drained. */
  processes: string;
  /** Time at which it was last connected. */
  seen: TimeSec;
  /** JSON: its last known platform, labels and capacity. */
  description: string;
}

/** Credentials of runners of a repository, a namespace or the server, which has neither. */
interface RunnerCredentialsTable {
  id: Generated<number>;
  name: string;
  repo_id: number | null;
  namespace: string | null;
  protected: Flag;
  /** JSON: labels of its stages; null if the runner chooses its own. */
  labels: string;
  created_by: string;
  created: TimeSec;
  /** Hash of the one-time token; null once it was used. */
  token_hash: string | null;
  token_expires: TimeSec;
  /** Hash of the credential; null before the registration. */
  hash: string | null;
  registered: TimeSec;
  last_used: TimeSec;
  revoked: TimeSec;
}

/** Recorded changes. */
interface AuditEventsTable {
  id: Generated<number>;
  /** Unix milliseconds. */
  time: number;
  action: string;
  /** Null for a rejected sign-in and for the command line. */
  actor_id: number | null;
  /** Login; empty without an account. */
  actor: string;
  credential: string;
  /** Name of the access token, otherwise empty. */
  token: string;
  address: string;
  repo_id: number | null;
  /** Slug at that time, otherwise empty. */
  repo: string;
  target: string;
  /** JSON: recorded fields by name. */
  details: string;
}

/** Use of runners. */
interface UsageDaysTable {
  /** Days since 1970, in UTC. */
  day: number;
  namespace: string;
  repo: string;
  /** Empty if no person started the builds. */
  person: string;
  runner: string;
  /** As in `gpu=yes,size=large`. */
  labels: string;
  stages: number;
  seconds: number;
  waited: number;
}

interface PoliciesTable {
  name: string;
  /** JSON. */
  definition: string;
}

/** Builds whose use was counted. */
interface UsageBuildsTable {
  build_id: number;
  /** The last attempt that was counted. */
  attempt: number;
}

/** At most one row. */
interface AnnouncementTable {
  id: number;
  text: string;
  starts: TimeSec;
  /** 0 until it is deleted. */
  ends: TimeSec;
  /** 0 for never. */
  read_only_from: TimeSec;
}

/** Servers on this database, their runners, leases and shared values, and the audit log. */
export interface ServerTables {
  announcement: AnnouncementTable;
  policies: PoliciesTable;
  usage_builds: UsageBuildsTable;
  usage_days: UsageDaysTable;
  audit_events: AuditEventsTable;
  runners: RunnersTable;
  runner_credentials: RunnerCredentialsTable;
  servers: ServersTable;
  leases: LeasesTable;
  server_state: ServerStateTable;
}

export type RunnerCredentialRow = Selectable<RunnerCredentialsTable>;
