import { AsyncLocalStorage } from 'node:async_hooks';

/** Limits of the database queries that one call makes. Only Postgres needs them: SQLite runs one at a time. */
export interface QueryScope {
  kind: 'read' | 'write';
  /** Account or address that shares connections fairly with others. */
  callerKey: string;
  /** Aborts when the client no longer waits. */
  signal: AbortSignal;
}

const scopes = new AsyncLocalStorage<QueryScope | undefined>();

export function runInQueryScope<Result>(scope: QueryScope, job: () => Result): Result {
  return scopes.run(scope, job);
}

/** Runs a job whose result other calls share, so it must not end with the call that happens to start it. */
export function leaveQueryScope<Result>(job: () => Result): Result {
  return scopes.run(undefined, job);
}

export function currentQueryScope(): QueryScope | undefined {
  return scopes.getStore();
}
