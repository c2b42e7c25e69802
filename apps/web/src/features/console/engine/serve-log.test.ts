// @vitest-environment happy-dom
import type { Line } from '@millrace/contract/api';
import { afterEach, expect, it, vi } from 'vitest';
import type { FromLogWorker } from './messages.ts';
import { serveLog } from './serve-log.ts';

afterEach(() => void vi.unstubAllGlobals());

const lines = (from: number, to: number): Line[] =>
  Array.from({ length: to - from }, (_, at) => ({
    pos: from + at,
    out: `${from + at}\n`,
    time: 0,
  }));

interface StubResponse {
  status?: number;
  body: string;
  type?: string;
  count?: number;
}

/** Opens a log whose requests are answered by `respond`, and records its messages. */
function setUp(respond: (from: number, to: number | null) => StubResponse) {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url).searchParams;
    const to = query.get('to');
    requests.push(`${query.get('from')}..${to ?? ''}`);
    const {
      status = 200,
      body,
      type,
      count,
    } = respond(Number(query.get('from')), to === null ? null : Number(to));
    const headers = new Headers({ 'content-type': type ?? 'application/x-ndjson' });
    if (count !== undefined) headers.set('x-log-lines', String(count));
    return new Response(body, { status, headers });
  });
  const sent: FromLogWorker[] = [];
  const serve = serveLog({
    send: (message) => void sent.push(message),
    giveWay: () => Promise.resolve(),
  });
  const source = { url: 'http://ci/logs', streamUrl: 'http://ci/stream', headers: {} };
  serve({ kind: 'open', source, tail: 250 });
  const present = () => {
    const seen = new Set<number>();
    for (const message of sent) {
      if (message.kind !== 'grown') continue;
      for (let at = 0; at < message.facts.length; at++) seen.add(message.from + at);
    }
    return seen.size;
  };
  const settled = () => sent.filter((message) => message.kind === 'loading' && !message.isLoading);
  return { serve, sent, requests, present, settled };
}

const ndjson = (given: Line[]) => given.map((line) => `${JSON.stringify(line)}\n`).join('');

it('fetches the end first, then the earlier lines', async () => {
  const { serve, requests, present, settled } = setUp((from, to) => ({
    count: 1000,
    body: ndjson(from < 0 ? lines(1000 + from, 1000) : lines(from, to ?? 1000)),
  }));
  serve({ kind: 'fetch' });
  await vi.waitFor(() => expect(settled()).toHaveLength(1));
  expect([requests, present()]).toEqual([['-250..'], 250]);
  expect(settled()).toMatchObject([{ isComplete: false }]);
  serve({ kind: 'fetchAll' });
  await vi.waitFor(() => expect(settled()).toHaveLength(2));
  expect([requests, present()]).toEqual([['-250..', '0..750'], 1000]);
  expect(settled().at(-1)).toMatchObject({ isComplete: true });
});

it('loads all lines with overlapping fetches', async () => {
  const { serve, present, settled } = setUp((from, to) => ({
    count: 1000,
    body: ndjson(from < 0 ? lines(1000 + from, 1000) : lines(from, to ?? 1000)),
  }));
  serve({ kind: 'fetch' });
  serve({ kind: 'fetchAll' });
  await vi.waitFor(() => expect(settled()).toHaveLength(2));
  expect(present()).toBe(1000);
});

it('accepts a JSON array from servers without line streams', async () => {
  const { serve, present, settled } = setUp(() => ({
    type: 'application/json',
    body: JSON.stringify(lines(0, 600)),
  }));
  serve({ kind: 'fetch' });
  await vi.waitFor(() => expect(settled()).toHaveLength(1));
  expect(present()).toBe(600);
  expect(settled()).toMatchObject([{ isComplete: true }]);
});

it('passes on the error message of the server if there is no log', async () => {
  const { serve, sent } = setUp(() => ({
    status: 404,
    type: 'application/json',
    body: '{"message":"sql: no rows in result set"}',
  }));
  serve({ kind: 'fetch' });
  await vi.waitFor(() =>
    expect(sent).toContainEqual({
      kind: 'failed',
      status: 404,
      message: 'sql: no rows in result set',
    }),
  );
});

/** Stubs `EventSource`. `send` sends lines on the stream that was opened last. */
function stubStreams() {
  const opened: { url: string; onmessage?: (event: { data: string }) => void }[] = [];
  class FakeEventSource {
    static readonly CLOSED = 2;
    readonly url: string;
    onmessage?: (event: { data: string }) => void;
    constructor(url: string) {
      this.url = url;
      opened.push(this);
    }
    close() {}
  }
  vi.stubGlobal('EventSource', FakeEventSource);
  const send = (given: Line[]) => {
    for (const line of given) opened.at(-1)?.onmessage?.({ data: JSON.stringify(line) });
  };
  return { opened, send };
}

const noLog = { status: 404, body: '{"message":"sql: no rows in result set"}' };

it('reads the lines of a running step only from its stream', async () => {
  const { opened, send } = stubStreams();
  const { serve, requests, present, settled } = setUp(() => noLog);
  serve({ kind: 'live', isLive: true });
  expect(opened.map(({ url }) => url)).toEqual(['http://ci/stream?from=-250']);
  send(lines(0, 400));
  await vi.waitFor(() => expect(present()).toBe(400));
  serve({ kind: 'fetchAll' });
  await vi.waitFor(() => expect(settled()).toHaveLength(1));
  expect(settled()).toMatchObject([{ isComplete: true }]);
  expect(requests).toEqual([]);
});

it('reports that earlier lines are not available while the step is running', async () => {
  const { send } = stubStreams();
  const { serve, sent, requests, present } = setUp(() => noLog);
  serve({ kind: 'live', isLive: true });
  send(lines(5000, 5100));
  await vi.waitFor(() => expect(present()).toBe(100));
  serve({ kind: 'fetchAll' });
  await vi.waitFor(() => expect(sent).toContainEqual({ kind: 'withheld' }));
  expect(requests).toEqual(['0..5000']);
  expect(sent.some(({ kind }) => kind === 'failed')).toBe(false);
});
