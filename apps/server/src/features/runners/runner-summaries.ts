import type { KnownRunner } from '@millrace/build-rules';
import type { RunnerSummary } from '@millrace/contract/api';
import { noDescription, type RunnerDescription, type StoredRunner } from './runner-store.ts';
import { isUnschedulable } from './unschedulable-runners.ts';

/**
 * Describes the connected entries of one runner. It has an entry for each type of pipelines that a process
 * accepts.
 */
export function describeRunner(entries: readonly KnownRunner[]): RunnerDescription {
  const latest: Partial<KnownRunner> = entries.at(-1) ?? {};
  return {
    types: [...new Set(entries.map(({ type }) => type))].sort(),
    os: latest.os ?? '',
    arch: latest.arch ?? '',
    variant: latest.variant ?? '',
    kernel: latest.kernel ?? '',
    labels: latest.labels ?? {},
    capacity: sumOfProcesses(entries, ({ capacity = 0 }) => capacity),
    version: entries.find(({ version }) => version)?.version ?? '',
    // Each type of pipelines may isolate its steps in another way.
    steps: [...new Set(entries.flatMap(({ steps }) => steps || []))].join('; '),
  };
}

/** Combines the connected runners with the stored ones, by name. */
export function summarizeRunners(
  connected: readonly KnownRunner[],
  stored: readonly StoredRunner[],
  nowSec: number,
): RunnerSummary[] {
  const entriesOf = Map.groupBy(connected, ({ name }) => name);
  const storedOf = new Map(stored.map((runner) => [runner.name, runner]));
  const names = [...new Set([...entriesOf.keys(), ...storedOf.keys()])].sort();
  return names.map((name) => {
    const entries = entriesOf.get(name);
    const known = storedOf.get(name);
    return {
      name,
      state: stateOf(known, entries),
      connected: entries !== undefined,
      seen: entries ? nowSec : (known?.seen ?? 0),
      running: sumOfProcesses(entries ?? [], ({ running }) => running),
      ...(entries ? describeRunner(entries) : (known?.description ?? noDescription)),
    };
  });
}

/** A runner stops draining when its processes have been replaced. */
function stateOf(stored: StoredRunner | undefined, entries: readonly KnownRunner[] = []) {
  if (!stored) return 'active';
  const isReplaced =
    entries.length > 0 && !entries.some(({ process }) => isUnschedulable(stored, process));
  return stored.state === 'draining' && isReplaced ? 'active' : stored.state;
}

/**
 * Entries of one process share its slots. Those of runners that send no id cannot be assigned to a process, so
 * each counts as one.
 */
export function sumOfProcesses(
  entries: readonly KnownRunner[],
  numberOf: (entry: KnownRunner) => number,
): number {
  const processes = Map.groupBy(entries, (entry) => entry.process || entry);
  return [...processes.values()].reduce((sum, own) => sum + Math.max(...own.map(numberOf)), 0);
}
