import type { RunnerCaller } from '@millrace/build-host/runner-calls/runner-call';
import type { StageFilter } from '@millrace/contract/runner';

/** Returns the name of a runner. A credential has one, which its runner cannot change. */
export function nameOf<Given extends string | undefined>(
  { credential }: RunnerCaller,
  given: Given,
): string | Given {
  return credential?.name ?? given;
}

/** Returns the stages that a runner asks for, with the name and the labels of its credential. */
export function limitFilter(caller: RunnerCaller, filter: StageFilter): StageFilter {
  const { credential } = caller;
  if (!credential) return filter;
  const labels = credential.scope?.labels ?? filter.labels;
  return { ...filter, machine: credential.name, labels };
}
