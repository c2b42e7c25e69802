// @vitest-environment happy-dom
import type { TerminalInput, TerminalMessage } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TerminalLink } from './terminal-link.ts';

/** A socket that the test opens, answers and closes. */
class FakeSocket {
  static all: FakeSocket[] = [];
  readonly sent: TerminalInput[] = [];
  readonly url: string;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(url: URL) {
    this.url = String(url);
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.onclose?.();
  }

  answer(message: TerminalMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  get numbers(): number[] {
    return this.sent.map(({ number }) => number);
  }
}

/** Inputs of calls. */
let posted: TerminalInput[];
/** Answers to the calls for output. */
let polls: ((output: object) => void)[];
let shown: string;
const onProblem = vi.fn();
const onEnd = vi.fn();
const onRefused = vi.fn();

beforeEach(() => {
  FakeSocket.all = [];
  posted = [];
  polls = [];
  shown = '';
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (url.includes('/input')) posted.push(JSON.parse(String(body)));
    if (url.includes('/input')) return new Response(null, { status: 204 });
    const output = url.includes('/output')
      ? await new Promise<object>((resolve) => polls.push(resolve))
      : { id: 9 };
    return Response.json(output);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const open = () =>
  new TerminalLink(
    { namespace: 'octo', name: 'hello' },
    4,
    { columns: 80, rows: 24 },
    {
      onProblem,
      onEnd,
      onRefused,
      onOutput: (bytes) => {
        shown += new TextDecoder().decode(bytes);
      },
    },
  );

/** Returns the socket with this index as soon as there is one. */
const socketAt = (index: number) =>
  vi.waitUntil(() => FakeSocket.all[index]) as Promise<FakeSocket>;

test('sends keys over the socket, and shows its output', async () => {
  const link = open();
  const socket = await socketAt(0);
  expect(socket.url).toMatch(/^ws:.*\/api\/repos\/octo\/hello\/terminals\/9\/socket\?from=0$/);
  socket.onopen?.();
  link.type('l');
  link.type('s');
  expect(socket.sent.map(({ data }) => atob(data ?? ''))).toEqual(['l', 's']);
  socket.answer({ kind: 'output', data: btoa('ls'), end: 2 });
  expect(shown).toBe('ls');
  const terminal = { id: 9, login: 'ada', created: 1, ended: 2, output_bytes: 2 };
  socket.answer({ kind: 'output', data: '', end: 2, terminal });
  expect(onEnd).toHaveBeenCalledWith(terminal);
  expect(posted).toEqual([]);
});

test('continues after a lost socket, without a key that is lost or repeated', async () => {
  const link = open();
  const first = await socketAt(0);
  first.onopen?.();
  for (const key of ['a', 'b', 'c']) link.type(key);
  first.answer({ kind: 'taken', number: 1 });
  first.answer({ kind: 'output', data: btoa('a'), end: 1 });
  first.close();
  await vi.waitUntil(() => posted.length === 2);
  expect(posted.map(({ number }) => number)).toEqual([2, 3]);
  await vi.waitUntil(() => polls.length === 1);
  polls[0]?.({ data: btoa('b'), end: 2 });
  const second = await socketAt(1);
  expect(second.url).toContain('from=2');
  second.onopen?.();
  link.type('d');
  expect(second.numbers).toEqual([4]);
  expect(shown).toBe('ab');
});

test('sends again what the server refuses for a while', async () => {
  const link = open();
  const socket = await socketAt(0);
  socket.onopen?.();
  vi.useFakeTimers();
  link.type('a');
  link.type('b');
  const message = 'The runner does not take the input. Please try again.';
  socket.answer({ kind: 'refused', number: 1, status: 429, message });
  socket.answer({ kind: 'refused', number: 2, status: 409, message: 'It does not follow' });
  expect(onProblem).toHaveBeenCalledWith(message);
  expect(onRefused).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(socket.numbers).toEqual([1, 2, 1, 2]);
});

test('gives a socket up that confirms nothing', async () => {
  const link = open();
  const socket = await socketAt(0);
  socket.onopen?.();
  vi.useFakeTimers();
  link.type('a');
  vi.advanceTimersByTime(4000);
  link.type('b');
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  await vi.waitUntil(() => posted.length === 2);
  expect(posted.map(({ number }) => number)).toEqual([1, 2]);
});

test('uses calls if a proxy refuses the socket', async () => {
  const link = open();
  (await socketAt(0)).close();
  link.type('a');
  await vi.waitUntil(() => polls.length === 1);
  polls[0]?.({ data: btoa('a'), end: 1 });
  await vi.waitUntil(() => polls.length === 2);
  expect([shown, posted.length, FakeSocket.all.length]).toEqual(['a', 1, 1]);
});
