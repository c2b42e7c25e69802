import type { TimeSec } from './columns.ts';

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
