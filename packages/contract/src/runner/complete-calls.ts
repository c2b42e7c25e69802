import { FileRefusal } from './call-errors.ts';
import * as runnerCalls from './calls.ts';
import type { RunnerEndpoint } from './define-call.ts';
import { type RunnerCallName, runnerCallNames, type UnstoredCallName } from './runner-api.ts';

type Handlers = Record<RunnerCallName, (...input: never[]) => Promise<unknown>>;

/** Handlers of a server that does not store everything. */
export type OwnHandlers<All extends Handlers> = Omit<All, UnstoredCallName> &
  Partial<Pick<All, UnstoredCallName>>;

const rows: Record<RunnerCallName, RunnerEndpoint> = runnerCalls;

/** Adds the answers to calls whose content the server does not store. */
export function completeCalls<All extends Handlers>(own: OwnHandlers<All>): All {
  const handlers: Partial<Handlers> = own;
  const all = runnerCallNames.map((name) => [
    name,
    handlers[name]?.bind(own) ?? (() => answerUnstored(rows[name])),
  ]);
  return Object.fromEntries(all);
}

async function answerUnstored({ mayBeIgnored }: RunnerEndpoint): Promise<void> {
  if (!mayBeIgnored) throw new FileRefusal('It is not stored here');
}
