import { openEventStream } from '../event-stream.ts';
import type { HubPort } from './hub-messages.ts';
import { StreamHub } from './stream-hub.ts';

/** Time of a turn: short enough that no log seems to stop, long enough that connecting costs little. */
const turnMs = 1000;
const checkMs = 15_000;

/** Subset of the worker's global scope. */
interface SharedScope {
  addEventListener(type: 'connect', listener: (event: MessageEvent) => void): void;
}

const hub = new StreamHub(openEventStream);
const scope = globalThis as unknown as SharedScope;
scope.addEventListener('connect', ({ ports: [port] }) => {
  if (port) hub.connect(port as HubPort);
});
setInterval(() => hub.rotate(), turnMs);
setInterval(() => hub.checkWindows(), checkMs);
