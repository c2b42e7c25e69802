/** Limits of a server's queries on Postgres. */
export interface QueryLimits {
  /** Seconds that a query of a call that only reads may take. */
  readSec: number;
  /** Seconds that a query of any other call may take. */
  writeSec: number;
}

export const usualQueryLimits: QueryLimits = { readSec: 10, writeSec: 60 };

/** Connections that reads for viewers leave to everything else. */
export function countReserved(connections: number): number {
  return Math.max(1, Math.floor(connections * 0.4));
}
