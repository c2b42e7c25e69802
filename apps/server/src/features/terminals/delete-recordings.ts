import type { Core } from '../../core.ts';
import { inTransaction } from '../../db/transaction.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import { OutputStore } from './output-store.ts';

const daySec = 86_400;
const pauseMs = 20;

/** Deletes the recordings of terminals that ended long ago, in short transactions. */
export async function deleteRecordings(
  { db, clock, config }: Pick<Core, 'db' | 'clock' | 'config'>,
  stopped: AbortSignal,
): Promise<void> {
  if (config.terminalDays === 0) return;
  const before = clock.nowSec() - config.terminalDays * daySec;
  const deleteSome = () => inTransaction(db, (trx) => new OutputStore(trx).deleteEnded(before));
  while (!stopped.aborted && (await whileBusy(deleteSome, stopped)))
    await clock.wait(pauseMs, stopped);
}
