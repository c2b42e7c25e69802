import { configure, render } from '@testing-library/react';
import { vi } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { App } from '../app/app.tsx';
import { en } from '../lib/i18n/en.ts';
import { InPageWorker } from './in-page-worker.ts';
import { answerMockCall, type MockAnswer } from './mock-api.ts';
import { silentReports } from './silent-reports.ts';

/** Pages are loaded when they are first shown, which a busy machine takes its time for. */
configure({ asyncUtilTimeout: 10_000 });

type Answer = (method: string, url: URL) => MockAnswer | undefined;

/** Streams that stay silent: what they would bring is tested apart. */
class SilentEventSource {
  static readonly CLOSED = 2;
  readyState = 0;
  close() {
    this.readyState = SilentEventSource.CLOSED;
  }
}

/** The whole interface at `path`, in front of made-up data; `answer` replaces single answers. */
export function renderApp(path: string, answer: Answer = () => undefined) {
  history.replaceState(null, '', path);
  vi.stubGlobal('EventSource', SilentEventSource);
  vi.stubGlobal('Worker', InPageWorker);
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost');
    const method = init.method ?? 'GET';
    const { status, body } = answer(method, url) ?? answerMockCall(method, url);
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  });
  const client = createQueryClient(silentReports);
  return render(<App client={client} language={{ locale: 'en', messages: en }} />);
}
