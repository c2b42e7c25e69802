import type { KnownRunner } from '@millrace/build-rules';
import { SharedRead } from '../../shared/shared-read.ts';
import type { RunnerStore, StoredRunner } from './runner-store.ts';

type Held = Pick<StoredRunner, 'state' | 'processes'>;

/** Runners that get no new stages, because they are paused or draining. */
export class RunnerHolds {
  private readonly stored: SharedRead<ReadonlyMap<string, Held>>;

  constructor(store: Pick<RunnerStore, 'listHeld'>) {
    // Shared, because every waiting runner reads them when a stage is added.
    this.stored = new SharedRead(
      async () => new Map((await store.listHeld()).map((runner) => [runner.name, runner])),
    );
  }

  /** Returns whether a process of a runner is held. */
  async has(name: string, process: string): Promise<boolean> {
    return isHeld((await this.stored.take()).get(name), process);
  }

  /** Marks the runners that are held. */
  async mark(runners: readonly KnownRunner[]): Promise<KnownRunner[]> {
    const stored = await this.stored.take();
    return runners.map((runner) =>
      isHeld(stored.get(runner.name), runner.process)
        ? { ...runner, isHeld: true, freeSlots: 0 }
        : runner,
    );
  }
}

/** A drained process ends its draining by ending itself: the next one has another id. */
export function isHeld(held: Held | undefined, process: string): boolean {
  if (!held || held.state === 'active') return false;
  return held.state === 'paused' || held.processes.includes(process);
}
