import { type EventStreamHandlers, openEventStream } from '../event-stream.ts';
import type { FromHub, ToHub } from './hub-messages.ts';
import workerUrl from './hub-worker.ts?worker&url';

/**
 * Opens an event stream that all windows of an account share. The account is part of the worker's name, so that a
 * window never receives events for another account.
 */
export function openSharedStream(
  url: string,
  account: number,
  handlers: EventStreamHandlers,
): () => void {
  return subscribe({
    name: `events of ${account}`,
    request: { kind: 'events', url: new URL(url, location.href).href },
    onMessage: (message) => {
      if (message.kind === 'open') handlers.onOpen?.();
      else if (message.kind === 'lost') handlers.onLost?.();
      else if (message.kind === 'message') handlers.onMessage(message.data);
    },
    fallback: () => openEventStream(url, handlers),
  });
}

/** Requests a turn to open a log stream. Returns a function that gives it back. */
export function requestTurn(onTurn: (hasTurn: boolean) => void): () => void {
  return subscribe({
    name: 'turns',
    request: { kind: 'turn' },
    onMessage: (message) => {
      if (message.kind === 'turn') onTurn(message.hasTurn);
    },
    fallback: () => {
      onTurn(true);
      return () => {};
    },
  });
}

interface Subscription {
  /** Name of the worker. */
  name: string;
  request: ToHub;
  onMessage: (message: FromHub) => void;
  /** Replaces the worker if it cannot be loaded. */
  fallback: () => () => void;
}

function subscribe({ name, request, onMessage, fallback }: Subscription): () => void {
  let close = () => {};
  const connect = () => {
    const worker = new SharedWorker(workerUrl, { type: 'module', name });
    const send = (message: ToHub) => worker.port.postMessage(message);
    worker.port.onmessage = ({ data }: MessageEvent<FromHub>) => {
      if (data.kind === 'ping') send({ kind: 'pong' });
      else onMessage(data);
    };
    worker.onerror = () => {
      worker.port.close();
      close = fallback();
    };
    send(request);
    close = () => {
      send({ kind: 'close' });
      worker.port.close();
    };
  };
  const onHide = () => close();
  const onShow = (event: PageTransitionEvent) => {
    // The browser restored the page as it was.
    if (event.persisted) connect();
  };
  addEventListener('pagehide', onHide);
  addEventListener('pageshow', onShow);
  connect();
  return () => {
    removeEventListener('pagehide', onHide);
    removeEventListener('pageshow', onShow);
    close();
  };
}
