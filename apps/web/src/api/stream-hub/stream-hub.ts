import type { openEventStream } from '../event-stream.ts';
import type { HubPort, ToHub } from './hub-messages.ts';
import { SharedStream } from './shared-stream.ts';
import { StreamTurns } from './stream-turns.ts';

/** Pings without an answer after which a window is gone. A closed window says so, but a crashed one cannot. */
const maxMissedPings = 4;

/** Shares the streams of all windows, so that they never use all connections of the browser to the server. */
export class StreamHub {
  private readonly open: typeof openEventStream;
  private readonly streams = new Map<string, SharedStream>();
  private readonly turns = new StreamTurns();
  /** Unanswered pings of each window, and how to remove it. */
  private readonly windows = new Map<HubPort, { missed: number; leave: () => void }>();

  constructor(open: typeof openEventStream) {
    this.open = open;
  }

  connect(port: HubPort): void {
    port.onmessage = ({ data }) => this.handle(port, data);
  }

  /** Passes turns on. */
  rotate(): void {
    this.turns.rotate();
  }

  /** Removes windows that are gone. */
  checkWindows(): void {
    for (const [port, window] of this.windows) {
      if (window.missed++ >= maxMissedPings) this.remove(port);
      else port.postMessage({ kind: 'ping' });
    }
  }

  private handle(port: HubPort, message: ToHub): void {
    if (message.kind === 'close') this.remove(port);
    else if (message.kind === 'events') this.join(port, this.streamOf(message.url));
    else if (message.kind === 'turn') this.join(port, this.turns);
    else {
      const window = this.windows.get(port);
      if (window) window.missed = 0;
    }
  }

  private join(port: HubPort, part: SharedStream | StreamTurns): void {
    this.windows.set(port, { missed: 0, leave: () => part.remove(port) });
    part.add(port);
  }

  private remove(port: HubPort): void {
    this.windows.get(port)?.leave();
    this.windows.delete(port);
  }

  private streamOf(url: string): SharedStream {
    const stream = this.streams.get(url) ?? new SharedStream(url, this.open);
    this.streams.set(url, stream);
    return stream;
  }
}
