import { AsyncLocalStorage } from 'node:async_hooks';

/** Fields of a log entry that say what the process was doing: a request, a job, a build. */
export type LogFields = Readonly<Record<string, string | number>>;

const fields = new AsyncLocalStorage<LogFields>();

/** Adds fields to every log entry that is written while the job runs. */
export function withLogFields<Result>(added: LogFields, job: () => Result): Result {
  return fields.run({ ...fields.getStore(), ...added }, job);
}

export function currentLogFields(): LogFields {
  return fields.getStore() ?? {};
}
