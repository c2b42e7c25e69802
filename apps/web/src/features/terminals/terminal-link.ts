import {
  closeTerminal,
  openTerminal,
  readTerminal,
  type Terminal,
  type TerminalSize,
  writeTerminal,
} from '@millrace/contract/api';
import { terminalLimits } from '@millrace/contract/terminals';
import { ApiError } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';

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

/** Connection of a page to a terminal. Keys are sent in order, and those that wait go together. */
export class TerminalLink {
  private readonly repo: RepoName;
  private readonly events: TerminalEvents;
  private readonly stopped = new AbortController();
  /** Undefined until the terminal is open. Keys wait until then. */
  private terminal: number | undefined;
  private keys = '';
  private size: TerminalSize | undefined;
  private isSending = false;
  private inputs = 0;

  /** Opens a terminal in a kept step. */
  constructor(repo: RepoName, kept: number, size: TerminalSize, events: TerminalEvents) {
    this.repo = repo;
    this.events = events;
    void this.open(kept, size);
  }

  type(keys: string): void {
    this.keys += keys;
    void this.send();
  }

  resize(size: TerminalSize): void {
    this.size = size;
    void this.send();
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
      void this.send();
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

  private async read(terminal: number): Promise<void> {
    const { repo, events } = this;
    const { namespace, name } = repo;
    const params = { namespace, name, terminal };
    const { signal } = this.stopped;
    for (let from = 0; !signal.aborted; ) {
      const answer = await this.attempt(() =>
        callApi(readTerminal, { params, query: { from: String(from) }, signal }),
      );
      if (!answer) return;
      if (answer.data) events.onOutput(fromBase64(answer.data));
      from = answer.end;
      if (!answer.terminal) continue;
      this.stopped.abort();
      events.onEnd(answer.terminal);
    }
  }

  private async send(): Promise<void> {
    const { terminal } = this;
    if (this.isSending || terminal === undefined) return;
    const { namespace, name } = this.repo;
    const params = { namespace, name, terminal };
    this.isSending = true;
    while ((this.keys || this.size) && !this.stopped.signal.aborted) {
      const { size } = this;
      const keys = this.keys.slice(0, maxKeys);
      this.keys = this.keys.slice(keys.length);
      this.size = undefined;
      const number = ++this.inputs;
      const body = { number, ...(keys ? { data: toBase64(keys) } : {}), ...(size ? { size } : {}) };
      await this.attempt(() => callApi(writeTerminal, { params, body }).then(() => true));
    }
    this.isSending = false;
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
