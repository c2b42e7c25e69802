import type { TimeSec } from './columns.ts';

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

/** Servers on this database, their leases and shared values. */
export interface ServerTables {
  servers: ServersTable;
  leases: LeasesTable;
  server_state: ServerStateTable;
}
