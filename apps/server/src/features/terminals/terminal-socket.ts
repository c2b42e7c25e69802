import type { TerminalInput, TerminalMessage } from '@millrace/contract/api';
import { AppError } from '@millrace/contract/api-errors';
import { terminalInput } from '@millrace/contract/schemas';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import { parseJson } from '@millrace/node-kit/parse-json';
import type { RawData, WebSocket } from 'ws';
import { closeCodes } from '../../http/open-sockets.ts';
import type { Bus } from '../../shared/bus.ts';
import type { InputSender } from './input-sender.ts';
import type { Terminal } from './kept-step.ts';
import type { OutputReader } from './output-reader.ts';

interface Deps {
  bus: Bus;
  clock: Pick<Clock, 'nowSec'>;
  logger: Logger;
  inputs: Pick<InputSender, 'send'>;
}

interface Options {
  terminal: Terminal;
  output: OutputReader;
  /** Time at which the credential expires; 0 for never. */
  expires: number;
  /** Checks the access of the person as when the socket was opened. Rejects if it was revoked. */
  check: () => Promise<unknown>;
}

/** Inputs without an answer, after which no more is read from the page. */
const maxUnanswered = 50;
/** Characters of the reason with which a socket is closed. The protocol allows 123 bytes. */
const maxReason = 40;

/** Carries the keys and the output of a terminal between a page and the server, until the terminal or the socket ends. */
export class TerminalSocket {
  private readonly socket: WebSocket;
  private readonly options: Options;
  private readonly deps: Deps;
  private readonly closed = new AbortController();
  private unanswered = 0;
  /** Resolves when the inputs so far have been sent to the runner. */
  private sent: Promise<void> = Promise.resolve();
  /** Whether the access may have changed since it was checked. */
  private isDoubtful = false;
  /** Result of the last check. */
  private access: Promise<unknown> = Promise.resolve();

  constructor(socket: WebSocket, options: Options, deps: Deps) {
    this.socket = socket;
    this.options = options;
    this.deps = deps;
    const { userId } = options.terminal;
    const endings = [
      deps.bus.subscribe('accessChanged', (change) => {
        if (change.userId === undefined || change.userId === userId) this.isDoubtful = true;
      }),
      deps.bus.subscribe('eventsMissed', () => {
        this.isDoubtful = true;
      }),
    ];
    socket.on('close', () => {
      for (const end of endings) end();
      options.output.end();
      this.closed.abort();
    });
    socket.on('message', (data) => this.receive(data));
    this.sendOutput().catch((error: unknown) => this.fail(error));
  }

  private async sendOutput(): Promise<void> {
    const { signal } = this.closed;
    while (!signal.aborted) {
      const output = await this.options.output.next(signal);
      // The wait ends also when permissions may have changed.
      if (!output.data) this.isDoubtful = true;
      await this.requireAccess();
      if (output.data || output.terminal) await this.send({ kind: 'output', ...output });
      if (output.terminal) return this.socket.close(closeCodes.done);
    }
  }

  private receive(data: RawData): void {
    const input = parseJson(terminalInput, String(data));
    if (!input) {
      this.socket.close(closeCodes.refused, 'Invalid message');
      return;
    }
    this.unanswered += 1;
    if (this.unanswered >= maxUnanswered) this.socket.pause();
    this.sent = this.sent
      .then(() => this.requireAccess())
      .then(() => {
        // The next input does not wait until the runner has received this one.
        this.answer(input).catch((error: unknown) => this.fail(error));
      });
    this.sent.catch((error: unknown) => this.fail(error));
  }

  private async answer(input: TerminalInput): Promise<void> {
    const { number } = input;
    try {
      await this.deps.inputs.send(this.options.terminal, input);
      await this.send({ kind: 'taken', number });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { status, message } = error;
      await this.send({ kind: 'refused', number, status, message });
    }
    this.unanswered -= 1;
    this.socket.resume();
  }

  /** Rejects if the access was revoked, from then on for every input and output. */
  private requireAccess(): Promise<unknown> {
    const { expires, check } = this.options;
    const hasExpired = expires > 0 && this.deps.clock.nowSec() >= expires;
    if (this.isDoubtful || hasExpired) {
      this.isDoubtful = false;
      this.access = check();
    }
    return this.access;
  }

  /** Resolves when the message is sent, so that a slow page slows the reading of output. */
  private send(message: TerminalMessage): Promise<void> {
    return new Promise((resolve) => {
      // A socket that is closed meanwhile ends the loops by its signal.
      this.socket.send(JSON.stringify(message), () => resolve());
    });
  }

  private fail(error: unknown): void {
    if (this.closed.signal.aborted) return;
    this.closed.abort();
    if (error instanceof AppError && error.status < 500) {
      this.socket.close(closeCodes.refused, error.message.slice(0, maxReason));
    } else {
      this.deps.logger.error({ err: error }, 'The connection of a page to a terminal has failed');
      this.socket.close(closeCodes.failed);
    }
  }
}
