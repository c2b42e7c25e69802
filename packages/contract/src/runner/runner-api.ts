import type { CallInput, OutputOf, Schema } from '../api/endpoint.ts';
import * as runnerCalls from './calls.ts';
import type { RunnerEndpoint } from './define-call.ts';
import type { FileContent } from './step-file.ts';

export type RunnerCallTable = typeof runnerCalls;
export type RunnerCallName = keyof RunnerCallTable;

/** The schema of a row for a part of its call; undefined if the row has none. */
export type SchemaOf<Row, Part extends 'query' | 'body' | 'output'> =
  Row extends Record<Part, infer Found extends Schema> ? Found : undefined;

/** The file that a call uploads. */
export type FileOf<Row> = Row extends { upload: true } ? { file: FileContent } : unknown;

export type RunnerCallInput<Row extends RunnerEndpoint> = Required<
  CallInput<Row['path'], SchemaOf<Row, 'query'>, SchemaOf<Row, 'body'>>
> &
  FileOf<Row>;

/**
 * Output of a call. A download has the file as its output; it can be read once. A long poll whose wait times out has the result null, or false if its response has no
 * content.
 */
export type RunnerCallResult<Row extends RunnerEndpoint> = Row extends { download: true }
  ? FileContent
  : OutputOf<SchemaOf<Row, 'output'>> extends ''
    ? Row extends { longPoll: true }
      ? boolean
      : // biome-ignore lint/suspicious/noConfusingVoidType: it is the return type of a call.
        void
    : OutputOf<SchemaOf<Row, 'output'>> | (Row extends { longPoll: true } ? null : never);

/**
 * The server as seen by a runner: in process, or over HTTP. Order of calls for a stage: request, accept,
 * details, updateStage(running, every step pending), then per step updateStep(running), appendLogs…,
 * sendFile…, findCache, loadCache, saveCache, listEarlierArtifacts, loadEarlierArtifact…, updateStep(final), and finally
 * updateStage(final).
 * Every write can fail with RunnerConflict, an upload also with FileRefusal. Other failures may be
 * temporary. Reports are idempotent, so the runner may repeat them.
 */
export type RunnerApi = {
  [Name in RunnerCallName]: (
    input: RunnerCallInput<RunnerCallTable[Name]>,
    signal?: AbortSignal,
  ) => Promise<RunnerCallResult<RunnerCallTable[Name]>>;
};

/** Names of the calls that a server need not handle, because it does not store their content. */
export type UnstoredCallName = {
  [Name in RunnerCallName]: RunnerCallTable[Name] extends
    | { isOptional: true }
    | { upload: true }
    | { mayBeIgnored: true }
    ? Name
    : never;
}[RunnerCallName];

export const runnerCallNames = Object.keys(runnerCalls) as RunnerCallName[];

/** Makes any call of the table. */
type SendCall = <Name extends RunnerCallName>(
  name: Name,
  input: RunnerCallInput<RunnerCallTable[Name]>,
  signal: AbortSignal | undefined,
) => Promise<RunnerCallResult<RunnerCallTable[Name]>>;

/** Creates an API that makes all its calls through one function. */
export function createRunnerApi(send: SendCall): RunnerApi {
  const toCall =
    <Name extends RunnerCallName>(name: Name) =>
    (input: RunnerCallInput<RunnerCallTable[Name]>, signal?: AbortSignal) =>
      send(name, input, signal);
  const calls = runnerCallNames.map((name) => [name, toCall(name)] as const);
  return Object.fromEntries<unknown>(calls) as RunnerApi;
}
