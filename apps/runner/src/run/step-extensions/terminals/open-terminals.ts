import type { TerminalInput, TerminalSize } from '@millrace/contract/api';
import type { OpenTerminal, TerminalOrders } from '@millrace/contract/runner';
import { errorMessage } from '@millrace/node-kit/error-message';
import type { Terminal } from '../../../engines/terminal.ts';
import { retry } from '../../../shared/retry.ts';
import { isFinal } from './is-final.ts';
import type { EnteredStep, Keeping } from './keeping.ts';
import { OutputSender } from './output-sender.ts';

/** Time without output after which buffered output is shown that is too short to reveal a secret. */
const idleMs = 30;
/** Delay between attempts to reach a server that is away: somebody waits for it to return. */
const retryDelayMs = 1000;
/** Maximum length of an error at the server. */
const maxErrorLength = 500;

interface StartedTerminal {
  closing: AbortController;
  /** Undefined if it could not be opened. */
  shell: Promise<Terminal | undefined>;
  /** Resolves when the server knows that it has ended. */
  ended: Promise<void>;
  hasEnded: boolean;
  /** Number of the last input. */
  received: number;
}

/** The terminals of a kept step. */
export class OpenTerminals {
  private readonly step: EnteredStep;
  private readonly keeping: Keeping;
  private readonly terminals = new Map<number, StartedTerminal>();

  constructor(step: EnteredStep, keeping: Keeping) {
    this.step = step;
    this.keeping = keeping;
  }

  /** Lists the terminals whose end is not known to the server. */
  list(): OpenTerminal[] {
    const all = [...this.terminals];
    return all
      .filter(([, { closing, hasEnded }]) => !closing.signal.aborted && !hasEnded)
      .map(([terminal, { received }]) => ({ terminal, received }));
  }

  /** Begins to carry out the orders of the server. A terminal gets its inputs one after another. */
  carryOut({ open, close, inputs }: TerminalOrders): void {
    for (const { terminal, size } of open) this.open(terminal, size);
    for (const terminal of close) this.terminals.get(terminal)?.closing.abort();
    for (const { terminal, input } of inputs) this.receive(terminal, input);
  }

  /** Ends all terminals. */
  async close(): Promise<void> {
    const all = [...this.terminals.values()];
    for (const { closing } of all) closing.abort();
    await Promise.all(all.map(({ ended }) => ended));
  }

  /** Ignores an input that it has, as the answer of a lost call may arrive again. */
  private receive(id: number, { number, data, size }: TerminalInput): void {
    const terminal = this.terminals.get(id);
    if (!terminal || number !== terminal.received + 1) return;
    terminal.received = number;
    void terminal.shell.then((shell) => {
      if (size) shell?.resize(size);
      if (data) shell?.write(Buffer.from(data, 'base64'));
    });
  }

  private open(id: number, size: TerminalSize): void {
    if (this.terminals.has(id)) return;
    const { workspace } = this.keeping;
    const closing = new AbortController();
    const opening = workspace.openTerminal(this.step.spec, size, closing.signal);
    const shell = opening.catch(async (error: unknown) => {
      await this.reportEnd(id, { error: this.describe(error) }, closing.signal);
      return undefined;
    });
    const ended = shell
      .then((opened) => opened && this.run(id, opened, closing))
      .catch(() => undefined)
      .then(() => {
        terminal.hasEnded = true;
      });
    const terminal: StartedTerminal = { closing, shell, ended, hasEnded: false, received: 0 };
    this.terminals.set(id, terminal);
  }

  /** Sends the output of a terminal until it ends. */
  private async run(id: number, shell: Terminal, closing: AbortController): Promise<void> {
    const { api, logger, createMask } = this.keeping;
    const params = { step: this.step.id, terminal: id };
    const mask = createMask();
    const send = async (position: number, bytes: Uint8Array) => {
      const data = Buffer.from(bytes).toString('base64');
      const call = () => api.sendTerminalOutput({ params, body: { position, data } });
      await this.untilAnswered(call, closing.signal);
    };
    // A terminal that has ended at the server is of no use.
    const sender = new OutputSender(send, () => closing.abort());
    const idle = setTimeout(() => void sender.add(mask.flush()), idleMs);
    try {
      for await (const chunk of shell.output) {
        await sender.add(mask.push(chunk));
        idle.refresh();
      }
      clearTimeout(idle);
      const exitCode = await shell.exited;
      await sender.add(mask.end());
      await sender.settle();
      await this.reportEnd(id, { exit_code: exitCode }, closing.signal);
    } catch (error) {
      logger.warn({ error: errorMessage(error) }, 'a terminal has failed');
      await this.reportEnd(id, { error: this.describe(error) }, closing.signal);
      closing.abort();
    } finally {
      clearTimeout(idle);
    }
  }

  private describe(error: unknown): string {
    return this.step.maskSecrets(errorMessage(error)).slice(0, maxErrorLength);
  }

  /** Reports how a terminal has ended by itself. The server knows why it was closed. */
  private async reportEnd(
    id: number,
    body: { exit_code?: number; error?: string },
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) return;
    const { api } = this.keeping;
    const params = { step: this.step.id, terminal: id };
    const call = () => api.endTerminal({ params, body });
    // The server refuses the report if it has ended the terminal itself.
    await this.untilAnswered(call, signal).catch(() => undefined);
  }

  private untilAnswered<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return retry(call, {
      clock: this.keeping.clock,
      signal,
      isFinal,
      maxMs: () => Number.POSITIVE_INFINITY,
      maxDelayMs: retryDelayMs,
      onRetry: () => undefined,
    });
  }
}
