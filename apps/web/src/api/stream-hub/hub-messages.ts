export type ToHub =
  /** Subscribes to the events of a stream. */
  | { kind: 'events'; url: string }
  /** Requests a turn to open a log stream. */
  | { kind: 'turn' }
  | { kind: 'close' }
  | { kind: 'pong' };

export type FromHub =
  | { kind: 'open' }
  | { kind: 'lost' }
  | { kind: 'message'; data: string }
  | { kind: 'turn'; hasTurn: boolean }
  /** Checks that the window still exists. */
  | { kind: 'ping' };

/** Subset of `MessagePort`. */
export interface HubPort {
  postMessage(message: FromHub): void;
  onmessage: ((event: MessageEvent<ToHub>) => void) | null;
}
