import { backoffMs } from '../lib/backoff.ts';

export interface EventStreamHandlers {
  onMessage: (data: string) => void;
  /** Called when the stream is connected. Earlier events may have been missed. */
  onOpen?: () => void;
  /** Called when the connection is lost. The stream reconnects until it succeeds. */
  onLost?: () => void;
  /** Returns true if this event marks the regular end of the stream, which then stays closed. */
  isEnd?: (data: unknown) => boolean;
  onEnd?: () => void;
}

/**
 * Opens an EventSource that reconnects until the returned function closes it. The browser's own retry stops
 * at the first rejected connection. If the URL is a function, it is called for each connection.
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
