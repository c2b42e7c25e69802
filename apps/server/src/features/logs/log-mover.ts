import type { Clock } from '@millrace/node-kit/clock';
import type { Database } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type DueObject, newObjectKey } from '../../object-store/due-object-store.ts';
import { LostObjectError, type ObjectStore } from '../../object-store/object-store.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import type { NumberedBlock } from './log-block.ts';
import { LogBlockStore } from './log-block-store.ts';
import { mergeSmall, writeFrames } from './log-frames.ts';
import { LogObjectStore } from './log-object-store.ts';

interface Deps {
  db: Database;
  store: ObjectStore;
  clock: Clock;
  /** Maximum part of a log per object. An object is held in memory as a whole. */
  maxObjectBytes?: number;
}

const usualObjectBytes = 16 * 1024 * 1024;
/** Longer than any upload to the store takes. An object that is not complete by then is deleted. */
const leaseSec = 15 * 60;

/** Moves the blocks of a finished step to an object. A crash loses neither a line nor an object. */
export class LogMover {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /**
   * Moves the blocks in the database, or as many of them as fit into one object. Returns false if the log was
   * changed in the meantime; it is then not moved.
   */
  async move(stepId: number, signal?: AbortSignal): Promise<boolean> {
    const { db, store, clock } = this.deps;
    const objects = new LogObjectStore(db);
    // Recorded before a line is read: if the log is replaced from now on, this object is released.
    const object = await whileBusy(() =>
      objects.begin(stepId, newObjectKey('zst'), clock.nowSec() + leaseSec),
    );
    if (!object) return true;
    const blocks = await this.readBlocks(stepId);
    const merged = await mergeSmall(blocks);
    if (merged.length === 0) {
      await whileBusy(() => objects.delete(object.id));
      return true;
    }
    const bytes = Buffer.concat(merged.map(({ lines }) => lines));
    await store.put(object.key, bytes, signal);
    await this.verify(object, bytes);
    const isMoved = await whileBusy(() => this.record(object, stepId, blocks, merged));
    if (!isMoved) await whileBusy(() => objects.discard(object, clock.nowSec()));
    return isMoved;
  }

  /** Reads the object back, because its lines are then deleted from the database. */
  private async verify(object: DueObject, bytes: Buffer): Promise<void> {
    const { db, store, clock } = this.deps;
    try {
      const stored = await store.get(object.key, 0, bytes.length);
      if (!bytes.equals(stored)) throw new LostObjectError(object.key);
    } catch (error) {
      if (error instanceof LostObjectError) {
        await whileBusy(() => new LogObjectStore(db).discard(object, clock.nowSec()));
      }
      throw error;
    }
  }

  private async readBlocks(stepId: number): Promise<NumberedBlock[]> {
    const { db, maxObjectBytes = usualObjectBytes } = this.deps;
    const store = new LogBlockStore(db);
    const blocks: NumberedBlock[] = [];
    let bytes = 0;
    for (let last = -1; bytes < maxObjectBytes; ) {
      const block = await store.findAfter(stepId, last);
      if (!block) break;
      blocks.push(block);
      bytes += block.lines.length;
      last = block.last_pos;
    }
    return blocks;
  }

  private record(
    object: DueObject,
    stepId: number,
    blocks: readonly NumberedBlock[],
    merged: readonly NumberedBlock[],
  ): Promise<boolean> {
    const lines = {
      first_pos: merged[0]?.first_pos ?? 0,
      last_pos: merged.at(-1)?.last_pos ?? -1,
      frames: writeFrames(merged),
      next_line: merged.at(-1)?.next_line ?? null,
    };
    const change = inTransaction(this.deps.db, async (trx) => {
      await acquireLock(trx, 'log', stepId);
      const isOurs = await new LogObjectStore(trx).record(object, stepId, lines);
      if (!isOurs) return false;
      const deleted = await new LogBlockStore(trx).deleteUpTo(stepId, lines.last_pos);
      // A late line was merged with the last blocks.
      if (deleted !== blocks.length) throw new LogGrew();
      return true;
    });
    return change.catch((error: unknown) => {
      if (error instanceof LogGrew) return false;
      throw error;
    });
  }
}

/** Rolls the transaction back. */
class LogGrew extends Error {}
