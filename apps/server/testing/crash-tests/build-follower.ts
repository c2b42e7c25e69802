import { setTimeout as sleep } from 'node:timers/promises';
import { openStream } from '@millrace/test-support/stream-reader';

const reconnectMs = 100;

interface Seen {
  version: number;
  status: string;
}

/** Follows the builds of a repository like a browser, and reconnects whenever the connection is lost. */
export class BuildFollower {
  /** Last received state of each build, by number. */
  readonly builds = new Map<number, Seen>();
  /** Times at which each connection was opened and closed. */
  readonly connections: { openedMs: number; closedMs: number }[] = [];
  readonly faults: string[] = [];
  private readonly url: string;
  private readonly headers: Record<string, string>;
  private readonly ending = new AbortController();
  private readonly ended: Promise<void>;
  private lastId = '0';

  constructor(url: string, headers: Record<string, string>) {
    this.url = url;
    this.headers = headers;
    this.ended = this.follow();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.ended;
  }

  private async follow(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      await this.readOn(signal).catch(() => {});
      await sleep(reconnectMs, undefined, { signal }).catch(() => {});
    }
  }

  private async readOn(signal: AbortSignal): Promise<void> {
    const headers = { ...this.headers, 'last-event-id': this.lastId };
    const stream = await openStream(this.url, headers, signal);
    const openedMs = Date.now();
    try {
      for (;;) {
        const [message] = await stream.take(1);
        if (message) this.take(message.id ?? '', message.data);
      }
    } finally {
      if (!signal.aborted) this.connections.push({ openedMs, closedMs: Date.now() });
    }
  }

  private take(id: string, data: string): void {
    const { number, version, status } = JSON.parse(data).build;
    if (Number(id) <= Number(this.lastId)) this.faults.push(`${id} came after ${this.lastId}`);
    this.lastId = id;
    const known = this.builds.get(number)?.version ?? 0;
    if (version < known) this.faults.push(`build ${number} went from ${known} to ${version}`);
    this.builds.set(number, { version, status });
  }
}
