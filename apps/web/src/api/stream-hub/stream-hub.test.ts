import { expect, test } from 'vitest';
import type { EventStreamHandlers } from '../event-stream.ts';
import type { FromHub, HubPort, ToHub } from './hub-messages.ts';
import { StreamHub } from './stream-hub.ts';

function createHub() {
  const streams: { url: string; handlers: EventStreamHandlers; isClosed: boolean }[] = [];
  const hub = new StreamHub((url, handlers) => {
    const stream = { url: String(url), handlers, isClosed: false };
    streams.push(stream);
    return () => {
      stream.isClosed = true;
    };
  });
  const connect = (request: ToHub) => {
    const received: FromHub[] = [];
    const port: HubPort = { onmessage: null, postMessage: (message) => received.push(message) };
    hub.connect(port);
    const send = (data: ToHub) => port.onmessage?.(new MessageEvent('message', { data }));
    send(request);
    return { received, send, hasTurn: () => lastTurn(received) };
  };
  return { hub, streams, connect };
}

function lastTurn(received: FromHub[]): boolean | undefined {
  const last = received.findLast((message) => message.kind === 'turn');
  return last?.kind === 'turn' ? last.hasTurn : undefined;
}
const events: ToHub = { kind: 'events', url: 'http://ci/api/stream' };

test('opens one stream for all windows, until the last one is closed', () => {
  const { streams, connect } = createHub();
  const first = connect(events);
  streams[0]?.handlers.onOpen?.();
  const second = connect(events);
  streams[0]?.handlers.onMessage('x');
  streams[0]?.handlers.onLost?.();
  expect(streams.length).toBe(1);
  for (const { received } of [first, second]) {
    expect(received).toEqual([{ kind: 'open' }, { kind: 'message', data: 'x' }, { kind: 'lost' }]);
  }
  first.send({ kind: 'close' });
  expect(streams[0]?.isClosed).toBe(false);
  second.send({ kind: 'close' });
  expect(streams[0]?.isClosed).toBe(true);
  connect(events);
  expect(streams.length).toBe(2);
});

test('lets at most two log streams be open, a new one at once, and each in its turn', () => {
  const { hub, connect } = createHub();
  const windows = Array.from({ length: 8 }, () => connect({ kind: 'turn' }));
  const open = () => windows.flatMap(({ hasTurn }, at) => (hasTurn() ? [at] : []));
  expect(open()).toEqual([6, 7]);
  const seen = new Set<number>();
  for (let round = 0; round < 4; round++) {
    hub.rotate();
    expect(open().length).toBe(2);
    for (const at of open()) seen.add(at);
  }
  expect(seen.size).toBe(8);
  windows[open()[0] ?? 0]?.send({ kind: 'close' });
  for (const window of windows.slice(0, 6)) window.send({ kind: 'close' });
  hub.rotate();
  expect(windows.slice(6).filter(({ hasTurn }) => hasTurn()).length).toBeGreaterThan(0);
});

test('removes a window that no longer answers, and keeps one that does', () => {
  const { hub, streams, connect } = createHub();
  const window = connect(events);
  for (let check = 0; check < 20; check++) {
    hub.checkWindows();
    window.send({ kind: 'pong' });
  }
  expect(streams[0]?.isClosed).toBe(false);
  for (let check = 0; check < 20; check++) hub.checkWindows();
  expect(streams[0]?.isClosed).toBe(true);
});
