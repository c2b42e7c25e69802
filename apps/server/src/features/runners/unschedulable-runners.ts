import type { KnownRunner } from '@millrace/build-rules';
import { SharedRead } from '../../shared/shared-read.ts';
import type { RunnerStore, StoredRunner } from './runner-store.ts';

type RunnerState = Pick<StoredRunner, 'state' | 'processes'>;

/** Runners that get no new stages, because they are paused or draining. */
export class UnschedulableRunners {
  private readonly stored: SharedRead<ReadonlyMap<string, RunnerState>>;

  constructor(store: Pick<RunnerStore, 'listUnschedulable'>) {
    // Shared, because every waiting runner reads them when a stage is added.
    this.stored = new SharedRead(
      async () => new Map((await store.listUnschedulable()).map((runner) => [runner.name, runner])),
    );
  }

  /** Returns whether a process of a runner gets no new stages. */
  async has(name: string, process: string): Promise<boolean> {
    return isUnschedulable((await this.stored.take()).get(name), process);
  }

  /** Marks the runners that get no new stages. */
  async mark(runners: readonly KnownRunner[]): Promise<KnownRunner[]> {
    const stored = await this.stored.take();
    return runners.map((runner) =>
      isUnschedulable(stored.get(runner.name), runner.process)
        ? { ...runner, isUnschedulable: true, freeSlots: 0 }
        : runner,
    );
  }
}

/** A drained process ends its draining by ending itself: the next one has another id. */
export function isUnschedulable(stored: RunnerState | undefined, process: string): boolean {
  if (!stored || stored.state === 'active') return false;
  return stored.state === 'paused' || stored.processes.includes(process);
}
