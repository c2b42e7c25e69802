import type { HubPort } from './hub-messages.ts';

/**
 * Log streams that may be open at the same time. While turns change, there are up to twice as many; with the event
 * stream, they leave one of the six connections of a browser to a server for other requests.
 */
const maxTurns = 2;

/** Lets the log streams of many windows take turns. A stream continues where its previous turn ended. */
export class StreamTurns {
  /** Windows with a turn, the oldest turn first. */
  private readonly holders: HubPort[] = [];
  private readonly waiting: HubPort[] = [];

  /** A new window starts at once, because it shows nothing yet. */
  add(port: HubPort): void {
    if (this.holders.length >= maxTurns) this.suspendOldest();
    this.waiting.unshift(port);
    this.grant();
  }

  remove(port: HubPort): void {
    for (const list of [this.holders, this.waiting]) {
      const at = list.indexOf(port);
      if (at >= 0) list.splice(at, 1);
    }
    this.grant();
  }

  /** Passes turns on to the windows that wait. */
  rotate(): void {
    const count = Math.min(this.waiting.length, this.holders.length);
    for (let turn = 0; turn < count; turn++) this.suspendOldest();
    this.grant();
  }

  private suspendOldest(): void {
    const oldest = this.holders.shift();
    if (!oldest) return;
    oldest.postMessage({ kind: 'turn', hasTurn: false });
    this.waiting.push(oldest);
  }

  private grant(): void {
    while (this.holders.length < maxTurns) {
      const next = this.waiting.shift();
      if (!next) return;
      this.holders.push(next);
      next.postMessage({ kind: 'turn', hasTurn: true });
    }
  }
}
