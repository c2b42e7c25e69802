import type { TerminalInput } from '@millrace/contract/api';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Bus } from '../../shared/bus.ts';
import { AppError, badRequest, TooManyError } from '../../shared/errors.ts';
import { TerminalStore } from './terminal-store.ts';

/** Orders that a runner has not received yet, after which no input is accepted. */
const maxOrders = 1000;

/** Returns the function that takes the input of a terminal. It rejects with an `AppError` if the input is not taken. */
export function createTakeInput({ db, bus }: { db: Database; bus: Bus }) {
  const store = new TerminalStore(db);
  return async (terminalId: number, { number, data, size }: TerminalInput): Promise<void> => {
    const terminal = await store.findTerminal(terminalId);
    if (!terminal || terminal.ended > 0) throw badRequest('The terminal has ended');
    if (number <= terminal.inputs) return;
    if ((await store.countOrders(terminal.keptId)) >= maxOrders) {
      throw new TooManyError('The runner does not take the input. Please try again.', 5);
    }
    await inTransaction(db, async (trx) => {
      const own = new TerminalStore(trx);
      if (!(await own.takeInput(terminal.id, number))) {
        // A page that has lost its socket may send an input twice at the same time.
        const now = await own.findTerminal(terminal.id);
        if (now && now.inputs >= number) return;
        throw new AppError(409, 'The input does not follow the last one');
      }
      if (size) await own.addOrder(terminal, { kind: 'resize', ...size });
      if (data) await own.addOrder(terminal, { kind: 'input', data });
    });
    bus.publish('terminalOrdered', { keptId: terminal.keptId });
  };
}
