import type { TerminalOutput } from '@millrace/contract/api';
import type { Clock } from '@millrace/node-kit/clock';
import type { Database } from '../../db/database.ts';
import type { Bus, Topics } from '../../shared/bus.ts';
import { waitForEvent } from '../../shared/wait-for-event.ts';
import type { Terminal } from './kept-step.ts';
import { OutputStore } from './output-store.ts';
import { toTerminalJson } from './terminal-mapper.ts';
import { TerminalStore } from './terminal-store.ts';

interface Deps {
  db: Database;
  bus: Bus;
  clock: Pick<Clock, 'nowSec'>;
  longPollMs: number;
}

/** Pieces in one answer. */
const piecesInAnswer = 16;
/** Pieces that wait for a slow page, after which it reads the stored ones. */
const maxGrown = 64;
/** Seconds between two notes that the page is still there. */
const seenSec = 5;

/** Reads the output of a terminal as it grows: from events, and from the database where they are not enough. */
export class OutputReader {
  private readonly deps: Deps;
  private readonly terminal: Pick<Terminal, 'id' | 'userId'>;
  private readonly store: TerminalStore;
  private readonly output: OutputStore;
  private readonly endings: (() => void)[];
  private position: number;
  private seen: number;
  private grown: NonNullable<Topics['terminalGrown']['output']>[] = [];
  /** Whether the database may have output, or the end, that no event has brought. */
  private isBehind = true;
  private onChange = () => {};

  /** @param from position of the first byte to read */
  constructor(deps: Deps, terminal: Terminal, from: number) {
    const { id, seen } = terminal;
    this.deps = deps;
    this.terminal = terminal;
    this.store = new TerminalStore(deps.db);
    this.output = new OutputStore(deps.db);
    this.position = from;
    this.seen = seen;
    this.endings = [
      deps.bus.subscribe('terminalGrown', ({ terminalId, output }) => {
        if (terminalId === id) this.note(output);
      }),
      deps.bus.subscribe('terminalEnded', ({ terminalId }) => {
        if (terminalId === id) this.note(undefined);
      }),
      deps.bus.subscribe('eventsMissed', () => this.note(undefined)),
    ];
  }

  end(): void {
    for (const end of this.endings) end();
  }

  /**
   * Returns output as soon as there is some, and the end of the terminal after all of it. Empty if the wait ended before:
   * after its time, or when the permissions of the caller may have changed.
   */
  async next(closed: AbortSignal): Promise<TerminalOutput> {
    await this.noteSeen();
    const rights = new AbortController();
    const unsubscribe = this.deps.bus.subscribe('accessChanged', ({ userId }) => {
      if (userId === undefined || userId === this.terminal.userId) rights.abort();
    });
    const time = AbortSignal.timeout(this.deps.longPollMs);
    const signal = AbortSignal.any([closed, rights.signal, time]);
    try {
      while (!signal.aborted) {
        const changed = waitForEvent(signal, (happened) => [this.listen(happened)]);
        try {
          const found = this.isBehind ? await this.read() : this.takeGrown();
          if (found) return found;
          if (!this.isBehind) await changed.promise;
        } finally {
          changed.cancel();
        }
      }
      return { data: '', end: this.position };
    } finally {
      unsubscribe();
    }
  }

  private async noteSeen(): Promise<void> {
    const nowSec = this.deps.clock.nowSec();
    if (nowSec < this.seen + seenSec) return;
    await this.store.setSeen(this.terminal.id, nowSec);
    this.seen = nowSec;
  }

  private note(output: Topics['terminalGrown']['output']): void {
    if (output && this.grown.length < maxGrown) this.grown.push(output);
    else this.isBehind = true;
    this.onChange();
  }

  private listen(onChange: () => void): () => void {
    this.onChange = onChange;
    return () => {
      this.onChange = () => {};
    };
  }

  private takeGrown(): TerminalOutput | undefined {
    const parts: Buffer[] = [];
    let end = this.position;
    for (const { position, data } of this.grown.splice(0)) {
      if (position > end) {
        this.isBehind = true;
        break;
      }
      const rest = Buffer.from(data, 'base64').subarray(end - position);
      parts.push(rest);
      end += rest.length;
    }
    if (end === this.position) return undefined;
    this.position = end;
    return { data: Buffer.concat(parts).toString('base64'), end };
  }

  private async read(): Promise<TerminalOutput | undefined> {
    this.isBehind = false;
    this.grown = [];
    const found = await this.readStored();
    if (!found) return undefined;
    // There may be more than one answer holds.
    this.isBehind = true;
    this.position = found.end;
    return found;
  }

  private async readStored(): Promise<TerminalOutput | undefined> {
    const { id } = this.terminal;
    const from = this.position;
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
