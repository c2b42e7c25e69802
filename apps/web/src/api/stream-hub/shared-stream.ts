import type { openEventStream } from '../event-stream.ts';
import type { HubPort } from './hub-messages.ts';

/** One event stream for all windows that subscribe to it. */
export class SharedStream {
  private readonly open: typeof openEventStream;
  private readonly url: string;
  private readonly ports = new Set<HubPort>();
  private close: (() => void) | undefined;
  private isOpen = false;

  constructor(url: string, open: typeof openEventStream) {
    this.url = url;
    this.open = open;
  }

  add(port: HubPort): void {
    this.ports.add(port);
    if (this.isOpen) port.postMessage({ kind: 'open' });
    this.close ??= this.open(this.url, {
      onOpen: () => {
        this.isOpen = true;
        for (const each of this.ports) each.postMessage({ kind: 'open' });
      },
      onLost: () => {
        this.isOpen = false;
        for (const each of this.ports) each.postMessage({ kind: 'lost' });
      },
      onMessage: (data) => {
        for (const each of this.ports) each.postMessage({ kind: 'message', data });
      },
    });
  }

  remove(port: HubPort): void {
    this.ports.delete(port);
    if (this.ports.size > 0) return;
    this.close?.();
    this.close = undefined;
    this.isOpen = false;
  }
}
