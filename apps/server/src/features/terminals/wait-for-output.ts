import type { TerminalOutput } from '@millrace/contract/api';
import type { Clock } from '@millrace/node-kit/clock';
import type { Database } from '../../db/database.ts';
import type { Bus } from '../../shared/bus.ts';
import { waitForEvent } from '../../shared/wait-for-event.ts';
import type { Terminal } from './kept-step.ts';
import { OutputStore } from './output-store.ts';
import { toTerminalJson } from './terminal-mapper.ts';
import { TerminalStore } from './terminal-store.ts';

interface Deps {
  db: Database;
  bus: Bus;
  clock: Pick<Clock, 'nowSec'>;
}

/** Pieces in one answer. */
const piecesInAnswer = 16;
/** Seconds between two notes that the page is still there. */
const seenSec = 5;

/** Waits for output of terminals. */
export class WaitForOutput {
  private readonly deps: Deps;
  private readonly longPollMs: number;
  private readonly store: TerminalStore;
  private readonly output: OutputStore;

  constructor(deps: Deps, longPollMs: number) {
    this.deps = deps;
    this.longPollMs = longPollMs;
    this.store = new TerminalStore(deps.db);
    this.output = new OutputStore(deps.db);
  }

  /** Notes that the page is there. Returns the time that is noted. */
  async noteSeen({ id, seen }: Pick<Terminal, 'id' | 'seen'>): Promise<number> {
    const nowSec = this.deps.clock.nowSec();
    if (nowSec < seen + seenSec) return seen;
    await this.store.setSeen(id, nowSec);
    return nowSec;
  }

  /**
   * Returns output after a position as soon as there is some, and the end of the terminal after all of it. Empty if the
   * wait ended before: after its time, or when the permissions of the caller may have changed.
   */
  async read({ id, userId }: Terminal, from: number, closed: AbortSignal): Promise<TerminalOutput> {
    const { bus } = this.deps;
    const rights = new AbortController();
    const unsubscribe = bus.subscribe('accessChanged', (change) => {
      if (change.userId === undefined || change.userId === userId) rights.abort();
    });
    const time = AbortSignal.timeout(this.longPollMs);
    const signal = AbortSignal.any([closed, rights.signal, time]);
    try {
      while (!signal.aborted) {
        const grown = waitForEvent(signal, (happened) => [
          bus.subscribe('terminalGrown', ({ terminalId }) => {
            if (terminalId === id) happened();
          }),
          bus.subscribe('eventsMissed', happened),
        ]);
        try {
          const found = await this.readNow(id, from);
          if (found) return found;
          await grown.promise;
        } finally {
          grown.cancel();
        }
      }
      return { data: '', end: from };
    } finally {
      unsubscribe();
    }
  }

  private async readNow(id: number, from: number): Promise<TerminalOutput | undefined> {
    // Read first: an ended terminal has no further output.
    const terminal = await this.store.findTerminal(id);
    const pieces = await this.output.read(id, from, piecesInAnswer);
    const data = Buffer.concat(
      pieces.map(({ position, data: bytes }) => bytes.subarray(Math.max(0, from - position))),
    );
    const end = from + data.length;
    const hasEnded = !terminal || (terminal.ended > 0 && end >= terminal.outputBytes);
    if (data.length === 0 && !hasEnded) return undefined;
    const ended = terminal && hasEnded ? { terminal: toTerminalJson(terminal) } : {};
    return { data: data.toString('base64'), end, ...ended };
  }
}
