import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { Database } from '../../db/database.ts';
import { backoffSec } from '../../jobs/backoff.ts';
import { WorkLoop } from '../../jobs/work-loop.ts';
import type { DueObject } from '../../object-store/due-object-store.ts';
import type { ObjectStore } from '../../object-store/object-store.ts';
import { StoreAwayError } from '../../shared/errors.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import { ArtifactStore } from './artifact-store.ts';

interface Deps {
  db: Database;
  store: ObjectStore;
  clock: Clock;
  logger: Logger;
}

/** Number of objects in one query. The next query follows when these are deleted. */
const maxFound = 64;

/**
 * Deletes objects from the store: artifacts of deleted steps, and uploads interrupted by a crash of the
 * server. Both are listed in the database, so a restarted server continues.
 */
export class ArtifactCleaner {
  private readonly deps: Deps;
  private readonly artifacts: ArtifactStore;
  private readonly loop: WorkLoop<DueObject>;

  constructor(deps: Deps) {
    this.deps = deps;
    this.artifacts = new ArtifactStore(deps.db);
    this.loop = new WorkLoop({
      ...deps,
      listDue: (nowSec) => this.artifacts.listDue(nowSec, maxFound),
      findNextDue: (nowSec) => this.artifacts.findNextDue(nowSec),
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
    const { clock, store } = this.deps;
    try {
      await store.delete(key);
      await whileBusy(() => this.artifacts.delete(id));
    } catch (error) {
      if (!(error instanceof StoreAwayError)) throw error;
      const due = clock.nowSec() + backoffSec(tries, 0);
      await whileBusy(() => this.artifacts.postpone(id, due));
    }
  }
}
