/** Time limits of queries on Postgres. */
export interface QueryLimits {
  /** Maximum seconds for a query of a read-only call. */
  readSec: number;
  /** Maximum seconds for a query of any other call. */
  writeSec: number;
}

export const usualQueryLimits: QueryLimits = { readSec: 10, writeSec: 60 };

/** Returns the number of connections that reads for viewers must leave free. */
export function countReserved(connections: number): number {
  return Math.max(1, Math.floor(connections * 0.4));
}
