import { once } from 'node:events';
import type { TerminalInput, TerminalMessage } from '@millrace/contract/api';
import { terminalMessage } from '@millrace/contract/schemas';
import { WebSocket } from 'ws';

interface TerminalAddress {
  url: string;
  /** `ada/project`. */
  slug: string;
  terminal: number;
  headers: Record<string, string>;
}

/** A WebSocket of a terminal, as the page opens it. */
export class TerminalConnection {
  readonly messages: TerminalMessage[] = [];
  /** Resolves with the code with which the socket was closed. */
  readonly closed: Promise<number>;
  readonly socket: WebSocket;
  private grown = Promise.withResolvers<void>();

  /** Connects. Rejects if the server refuses. */
  static async open(address: TerminalAddress, from = 0): Promise<TerminalConnection> {
    const { url, slug, terminal, headers } = address;
    const path = `/api/repos/${slug}/terminals/${terminal}/socket?from=${from}`;
    const connection = new TerminalConnection(
      new WebSocket(url.replace(/^http/, 'ws') + path, { headers }),
    );
    await once(connection.socket, 'open');
    return connection;
  }

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      this.messages.push(terminalMessage.parse(JSON.parse(String(data))));
      this.notify();
    });
    this.closed = new Promise((resolve) => {
      socket.on('close', (code) => {
        resolve(code);
        this.notify();
      });
    });
  }

  send(input: TerminalInput): void {
    this.socket.send(JSON.stringify(input));
  }

  /** Everything that it has shown. */
  get shown(): string {
    const bytes = this.messages.map((message) =>
      Buffer.from(message.kind === 'output' ? message.data : '', 'base64'),
    );
    return Buffer.concat(bytes).toString();
  }

  /** Returns a message as soon as there is one. Throws if the socket is closed before. */
  async find(isWanted: (message: TerminalMessage) => boolean): Promise<TerminalMessage> {
    for (;;) {
      const found = this.messages.find(isWanted);
      if (found) return found;
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error('The socket was closed');
      await this.grown.promise;
    }
  }

  private notify(): void {
    this.grown.resolve();
    this.grown = Promise.withResolvers();
  }
}
