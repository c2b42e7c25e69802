import { StoreAwayError } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import { backoffSec } from '../jobs/backoff.ts';
import { WorkLoop } from '../jobs/work-loop.ts';
import { whileBusy } from '../shared/while-busy.ts';
import type { DueObject, DueObjectStore } from './due-object-store.ts';
import type { ObjectStore } from './object-store.ts';

interface Deps {
  objects: DueObjectStore;
  store: ObjectStore;
  clock: Clock;
  logger: Logger;
}

/** Number of objects in one query. The next query follows when these are deleted. */
const maxFound = 64;

/**
 * Deletes objects from the store: those of deleted owners, and uploads interrupted by a crash of the server.
 * Both are listed in the database, so a restarted server continues.
 */
export class ObjectCleaner {
  private readonly deps: Deps;
  private readonly loop: WorkLoop<DueObject>;

  constructor(deps: Deps) {
    const { objects } = deps;
    this.deps = deps;
    this.loop = new WorkLoop({
      ...deps,
      listDue: (nowSec) => objects.listDue(nowSec, maxFound),
      findNextDue: (nowSec) => objects.findNextDue(nowSec),
      placeOf: ({ id }) => id,
      work: (object) => this.remove(object),
    });
  }

  run(): void {
    this.loop.run();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async remove({ id, key, tries }: DueObject): Promise<void> {
    const { objects, clock, store } = this.deps;
    try {
      await store.delete(key);
      await whileBusy(() => objects.delete(id));
    } catch (error) {
      if (!(error instanceof StoreAwayError)) throw error;
      const due = clock.nowSec() + backoffSec(tries, 0);
      await whileBusy(() => objects.postpone(id, due));
    }
  }
}
