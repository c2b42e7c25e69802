import {
  connectTerminal,
  endpointUrl,
  type TerminalInput,
  type TerminalMessage,
} from '@millrace/contract/api';
import type { RepoName } from '../../api/build-queries.ts';
import { buildTimeToken, serverUrl } from '../../api/server-address.ts';

interface ConnectionEvents {
  onOpen: () => void;
  onMessage: (message: TerminalMessage) => void;
}

/** A WebSocket to a terminal. */
export class TerminalConnection {
  /** Resolves when the socket is closed, or could not be opened. */
  readonly closed: Promise<void>;
  private readonly socket: WebSocket;
  private readonly end: () => void;

  /** @param from position of the first byte of output that is missing */
  constructor(repo: RepoName, terminal: number, from: number, events: ConnectionEvents) {
    const path = endpointUrl(connectTerminal, { ...repo, terminal });
    const query = { from: String(from), access_token: buildTimeToken || undefined };
    const url = new URL(serverUrl(path, query), location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => events.onOpen();
    socket.onmessage = ({ data }) => events.onMessage(JSON.parse(String(data)));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    this.end = resolve;
    socket.onclose = () => resolve();
  }

  send(input: TerminalInput): void {
    this.socket.send(JSON.stringify(input));
  }

  /** Closes it without waiting for the server, which may be out of reach. */
  close(): void {
    this.socket.onopen = null;
    this.socket.onmessage = null;
    this.socket.close();
    this.end();
  }
}
