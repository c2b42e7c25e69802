import type { MockApi, SentEvent } from '@millrace/contract/testing/mock-api';
import { vi } from 'vitest';
import { PageWorker } from './page-worker.ts';

/** Replaces `fetch` and `EventSource` of this page and of its workers, so that they call the mock. */
export function serveMock(mock: MockApi): void {
  vi.stubGlobal('Worker', PageWorker);
  vi.stubGlobal('fetch', (address: string, request: RequestInit = {}) =>
    fetchFrom(mock, address, request),
  );
  vi.stubGlobal(
    'EventSource',
    class extends MockEventSource {
      constructor(address: string) {
        super(mock, address);
      }
    },
  );
}

async function fetchFrom(mock: MockApi, address: string, request: RequestInit): Promise<Response> {
  const url = new URL(address, location.href);
  const left = new Promise<never>((_, reject) => {
    request.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
  });
  const answer = mock.answer({
    method: request.method ?? 'GET',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    text: String(request.body ?? ''),
  });
  const { status, body } = await Promise.race([answer, left]);
  return new Response(status === 204 ? null : JSON.stringify(body), { status });
}

class MockEventSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  onopen: (() => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  readyState = 0;
  private end: (() => void) | undefined;

  constructor(mock: MockApi, address: string) {
    super();
    const { pathname } = new URL(address, location.href);
    // Its owner sets the handlers first.
    queueMicrotask(() => {
      if (this.readyState === 2) return;
      this.end = mock.openStream({
        path: decodeURI(pathname),
        send: (event) => this.receive(event),
        destroy: () => this.fail(),
      });
      if (!this.end) return this.fail();
      this.readyState = 1;
      this.onopen?.();
    });
  }

  close(): void {
    this.readyState = 2;
    this.end?.();
  }

  private receive({ event = 'message', data, id }: SentEvent): void {
    const message = new MessageEvent(event, { data, lastEventId: String(id ?? '') });
    if (event === 'message') this.onmessage?.(message);
    else if (event === 'error') this.onerror?.(message);
    else this.dispatchEvent(message);
  }

  private fail(): void {
    this.close();
    this.onerror?.(new Event('error'));
  }
}
