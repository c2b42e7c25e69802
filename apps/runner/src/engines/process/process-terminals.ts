import type { Terminal } from '../terminal.ts';

/** Opens the terminals of a workspace, and ends those that are still open. */
export class ProcessTerminals {
  private readonly open = new Map<AbortController, Promise<unknown>>();
  private opened = 0;

  /** Opens a terminal with a function, which gets the number of the terminal. */
  async add(
    signal: AbortSignal,
    start: (number: number, signal: AbortSignal) => Promise<Terminal>,
  ): Promise<Terminal> {
    const closing = new AbortController();
    const starting = start(++this.opened, AbortSignal.any([signal, closing.signal]));
    const ended = starting.then(({ exited }) => exited).catch(() => undefined);
    this.open.set(closing, ended);
    void ended.then(() => this.open.delete(closing));
    return starting;
  }

  /** Ends all terminals. Resolves after their processes are killed. */
  async end(): Promise<void> {
    for (const closing of this.open.keys()) closing.abort();
    await Promise.all(this.open.values());
  }
}
