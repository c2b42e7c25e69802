import type { RunnerScope } from '@millrace/build-rules';
import type { OutputOf, PathParams } from '@millrace/contract/api';
import { readInput } from '@millrace/contract/read-input';
import type {
  FileOf,
  RunnerCallName,
  RunnerCallResult,
  RunnerCallTable,
  RunnerEndpoint,
  SchemaOf,
} from '@millrace/contract/runner';

/** A credential of a runner's own. It decides the name of the runner, and which stages it gets. */
export interface CallerCredential {
  id: number;
  name: string;
  /** Undefined if it may run all stages. */
  scope: RunnerScope | undefined;
}

/**
 * Identifies the calling runner: its address, and its id in claims, of which the process is empty if the runner sends
 * none.
 */
export interface RunnerCaller {
  runner: string;
  address: string;
  /** Absent for embedded runners and for the shared secret. */
  credential?: CallerCredential | undefined;
}

/** A call whose input was validated with its row of the table. */
export type RunnerCall<Row extends RunnerEndpoint> = {
  caller: RunnerCaller;
  params: PathParams<Row['path']>;
  query: OutputOf<SchemaOf<Row, 'query'>>;
  body: OutputOf<SchemaOf<Row, 'body'>>;
  /** Aborts if the runner no longer waits for the result. */
  signal: AbortSignal;
} & FileOf<Row>;

/** A call of this name. */
export type CallOf<Name extends RunnerCallName> = RunnerCall<RunnerCallTable[Name]>;

export type RunnerCallHandler<Row extends RunnerEndpoint> = (
  call: RunnerCall<Row>,
) => Promise<RunnerCallResult<Row>>;

/** Handlers for every row of the table. */
export type RunnerCallHandlers = {
  [Name in RunnerCallName]: RunnerCallHandler<RunnerCallTable[Name]>;
};

/** A call before validation of its query and body. */
interface UncheckedCall {
  caller: RunnerCaller;
  params?: object;
  query?: unknown;
  body?: unknown;
  file?: object;
  signal: AbortSignal;
}

/** Validates the query and the body of a call. Throws if they do not match its row. */
export function readRunnerCall<Row extends RunnerEndpoint>(
  row: RunnerEndpoint,
  { query, body, ...call }: UncheckedCall,
): RunnerCall<Row> {
  const checked: object = {
    ...call,
    query: readInput(row.query, query, 'query'),
    body: readInput(row.body, body, 'body'),
  };
  return checked as RunnerCall<Row>;
}
