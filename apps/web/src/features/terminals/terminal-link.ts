import {
  closeTerminal,
  openTerminal,
  readTerminal,
  type Terminal,
  type TerminalInput,
  type TerminalMessage,
  type TerminalOutput,
  type TerminalSize,
  writeTerminal,
} from '@millrace/contract/api';
import { terminalLimits } from '@millrace/contract/terminals';
import { ApiError } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { TerminalConnection } from './terminal-connection.ts';

interface TerminalEvents {
  onOutput: (bytes: Uint8Array) => void;
  /** Called with the reason while calls fail, and with undefined when they succeed again. */
  onProblem: (reason: string | undefined) => void;
  /** Called when the terminal has ended and all of its output was read. */
  onEnd: (terminal: Terminal) => void;
  /** Called if the server refuses the terminal. */
  onRefused: (reason: string) => void;
}

const pauseMs = 1000;
/** Time after which a socket that does not confirm an input counts as lost. */
const takenMs = 5000;

/**
 * Connection of a page to a terminal. Keys are sent in order over a WebSocket. Calls replace it where a proxy refuses it,
 * and while the server is away.
 */
export class TerminalLink {
  private readonly repo: RepoName;
  private readonly events: TerminalEvents;
  private readonly stopped = new AbortController();
  /** Undefined until the terminal is open. Keys wait until then. */
  private terminal: number | undefined;
  /** Undefined while no socket is open. */
  private connection: TerminalConnection | undefined;
  private hasConnected = false;
  private position = 0;
  private keys = '';
  private size: TerminalSize | undefined;
  private inputs = 0;
  /** Inputs that the server has not confirmed, in order. It ignores those that it receives twice. */
  private unconfirmed: TerminalInput[] = [];
  private isPosting = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Opens a terminal in a kept step. */
  constructor(repo: RepoName, kept: number, size: TerminalSize, events: TerminalEvents) {
    this.repo = repo;
    this.events = events;
    this.stopped.signal.addEventListener('abort', () => {
      this.stopTimer();
      this.connection?.close();
    });
    void this.open(kept, size);
  }

  type(keys: string): void {
    this.keys += keys;
    this.send();
  }

  resize(size: TerminalSize): void {
    this.size = size;
    this.send();
  }

  /** Ends the terminal, and stops reporting events. */
  close(): void {
    if (this.stopped.signal.aborted) return;
    this.stopped.abort();
    if (this.terminal !== undefined) this.end(this.terminal);
  }

  private async open(kept: number, size: TerminalSize): Promise<void> {
    const { namespace, name } = this.repo;
    try {
      const { id } = await callApi(openTerminal, { params: { namespace, name, kept }, body: size });
      if (this.stopped.signal.aborted) return this.end(id);
      this.terminal = id;
      this.events.onProblem(undefined);
      await this.read(id);
    } catch (error) {
      if (error instanceof ApiError) this.refuse(error.message);
    }
  }

  /** Without an answer, the server ends the terminal when the page no longer asks for output. */
  private end(terminal: number): void {
    const { namespace, name } = this.repo;
    callApi(closeTerminal, { params: { namespace, name, terminal } }).catch(() => undefined);
  }

  /** Reads the output until the terminal ends. */
  private async read(terminal: number): Promise<void> {
    const { signal } = this.stopped;
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      // A proxy that refuses the first socket refuses all.
      if (isFirst || this.hasConnected) await this.follow(terminal);
      if (!signal.aborted) await this.poll(terminal);
    }
  }

  /** Uses a socket until it is closed. */
  private async follow(terminal: number): Promise<void> {
    const { signal } = this.stopped;
    const connection = new TerminalConnection(this.repo, terminal, this.position, {
      onOpen: () => {
        if (signal.aborted) return connection.close();
        this.hasConnected = true;
        this.connection = connection;
        this.events.onProblem(undefined);
        this.sendUnconfirmed();
      },
      onMessage: (message) => {
        if (!signal.aborted) this.receive(message);
      },
    });
    await connection.closed;
    this.stopTimer();
    this.connection = undefined;
    if (!signal.aborted) this.send();
  }

  private receive(message: TerminalMessage): void {
    if (message.kind === 'output') this.show(message);
    else this.confirm(message);
  }

  private confirm(answer: Exclude<TerminalMessage, { kind: 'output' }>): void {
    this.stopTimer();
    if (answer.kind === 'taken') {
      this.unconfirmed = this.unconfirmed.filter(({ number }) => number > answer.number);
      this.events.onProblem(undefined);
      this.expectAnswer();
    } else if (answer.status === 400) {
      // An input that arrives after the end of the terminal; the end itself follows the output.
      this.unconfirmed = [];
    } else {
      // Inputs after it are refused too, as they do not follow the last one.
      this.events.onProblem(answer.message);
      this.timer = setTimeout(() => this.sendUnconfirmed(), pauseMs);
    }
  }

  private show({ data, end, terminal }: TerminalOutput): void {
    if (data) this.events.onOutput(fromBase64(data));
    this.position = end;
    if (!terminal) return;
    this.stopped.abort();
    this.events.onEnd(terminal);
  }

  private async poll(terminal: number): Promise<void> {
    const { namespace, name } = this.repo;
    const { signal } = this.stopped;
    const params = { namespace, name, terminal };
    const answer = await this.attempt(() =>
      callApi(readTerminal, { params, query: { from: String(this.position) }, signal }),
    );
    if (answer && !signal.aborted) this.show(answer);
  }

  private send(): void {
    const { connection } = this;
    if (!connection) return void this.post();
    for (let input = this.nextInput(); input; input = this.nextInput()) connection.send(input);
    this.expectAnswer();
  }

  private sendUnconfirmed(): void {
    this.stopTimer();
    for (const input of this.unconfirmed) this.connection?.send(input);
    this.send();
  }

  /** Closes the socket if the server does not confirm the inputs. */
  private expectAnswer(): void {
    const { connection } = this;
    if (this.timer !== undefined || this.unconfirmed.length === 0 || !connection) return;
    this.timer = setTimeout(() => connection.close(), takenMs);
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Takes the keys and the size that were not sent yet. Returns undefined if there are none. */
  private nextInput(): TerminalInput | undefined {
    const { size } = this;
    const keys = this.keys.slice(0, maxKeys);
    if (!keys && !size) return undefined;
    this.keys = this.keys.slice(keys.length);
    this.size = undefined;
    const number = ++this.inputs;
    const input = { number, ...(keys ? { data: toBase64(keys) } : {}), ...(size ? { size } : {}) };
    this.unconfirmed.push(input);
    return input;
  }

  /** Sends the inputs with calls, one after another, while no socket is open. */
  private async post(): Promise<void> {
    const { terminal } = this;
    if (this.isPosting || terminal === undefined) return;
    const { namespace, name } = this.repo;
    const params = { namespace, name, terminal };
    this.isPosting = true;
    while (!this.connection && !this.stopped.signal.aborted) {
      const body = this.unconfirmed[0] ?? this.nextInput();
      if (!body) break;
      await this.attempt(() => callApi(writeTerminal, { params, body }).then(() => true));
      this.unconfirmed = this.unconfirmed.filter(({ number }) => number > body.number);
    }
    this.isPosting = false;
  }

  /** Repeats a call until the server answers it. Returns undefined if it is refused, or the terminal was closed. */
  private async attempt<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      try {
        const result = await call();
        this.events.onProblem(undefined);
        return result;
      } catch (error) {
        if (signal.aborted || !(error instanceof ApiError)) return undefined;
        if (isFinal(error)) {
          // An input that arrives after the end of the terminal; the end itself is read with the output.
          if (error.status !== 400) this.refuse(error.message);
          return undefined;
        }
        this.events.onProblem(error.message);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return undefined;
  }

  private refuse(reason: string): void {
    this.stopped.abort();
    this.events.onRefused(reason);
  }
}

/** Characters of one input: each has at most three bytes. */
const maxKeys = Math.floor(terminalLimits.inputBytes / 3);

/** Errors that another attempt cannot solve. A server that restarts, or is busy, answers later. */
function isFinal({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(data: string): Uint8Array {
  return Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
}
