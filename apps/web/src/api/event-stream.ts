import { backoffMs } from '../lib/backoff.ts';

export interface EventStreamHandlers {
  onMessage: (data: string) => void;
  /** The stream is up; what happened before may have been missed. */
  onOpen?: () => void;
  /** The stream is down; it is tried again until it is up. */
  onLost?: () => void;
  /** Returns true when this error event is the stream's own end, after which it stays closed. */
  isEnd?: (data: unknown) => boolean;
  onEnd?: () => void;
}

/**
 * An EventSource that never gives up: the browser's own retry ends at the first refused connection,
 * this one goes on until the returned function closes it. A function as address is asked for each try.
 */
export function openEventStream(
  url: string | (() => string),
  handlers: EventStreamHandlers,
): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;

  const close = () => {
    clearTimeout(timer);
    source?.close();
    removeEventListener('online', retryNow);
  };
  const end = () => {
    close();
    handlers.onEnd?.();
  };
  const connect = () => {
    source = new EventSource(typeof url === 'string' ? url : url(), { withCredentials: true });
    source.onopen = () => {
      attempt = 0;
      handlers.onOpen?.();
    };
    source.onmessage = (event) => {
      if (handlers.isEnd?.(event.data)) return end();
      handlers.onMessage(event.data);
    };
    source.onerror = (event) => {
      if (handlers.isEnd?.((event as MessageEvent).data)) return end();
      handlers.onLost?.();
      if (source?.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(connect, backoffMs(attempt++));
    };
  };
  const retryNow = () => {
    if (source?.readyState !== EventSource.CLOSED) return;
    clearTimeout(timer);
    connect();
  };

  addEventListener('online', retryNow);
  connect();
  return close;
}
