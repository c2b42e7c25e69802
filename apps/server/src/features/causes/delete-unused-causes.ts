import type { Core } from '../../core.ts';
import { inTransaction } from '../../db/transaction.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import { CauseStore } from './cause-store.ts';

const daySec = 86_400;
const pauseMs = 20;

/** Deletes causes without failures for a long time, in short transactions, and causes of deleted repositories. */
export async function deleteUnusedCauses(
  { db, clock, config }: Pick<Core, 'db' | 'clock' | 'config'>,
  stopped: AbortSignal,
): Promise<void> {
  const before = clock.nowSec() - config.causeDays * daySec;
  const deleteSome = () => inTransaction(db, (trx) => new CauseStore(trx).deleteUnseen(before));
  if (config.causeDays > 0) {
    while (!stopped.aborted && (await whileBusy(deleteSome, stopped)))
      await clock.wait(pauseMs, stopped);
  }
  await new CauseStore(db).deleteUnused();
}
