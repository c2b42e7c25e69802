import { TooManyError } from '@millrace/contract/api-errors';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startBuildWithLogs, toLines } from '../../../../testing/build-with-logs.ts';
import { logsOf } from '../../../../testing/logs-of.ts';
import { serverOfFile } from '../../../../testing/server-of-file.ts';
import { packEntries } from '../log-block.ts';
import { searchBuildLogs } from '../search/search-build-logs.ts';
import { type AskScan, LogScanner } from './log-scanner.ts';

const hostile = '(a+)+$';
const hostileLine = `${'a'.repeat(60)}!`;
const longerMs = 600_000;

const queryOf = (text: string) => ({ text, isRegExp: true, matchesCase: true });
async function batchOf(texts: string[]) {
  const { blocks } = await packEntries(toLines(texts));
  const scanned = blocks.map(({ bytes, lines, first_pos, last_pos }) => {
    return { bytes, lines, from: first_pos, to: last_pos + 1 };
  });
  return { blocks: scanned, isLast: true };
}
const ask = async (send: AskScan, text: string, lines: string[]) =>
  send('search', { query: queryOf(text), batch: await batchOf(lines), room: 10 });
const callerAt = (callerKey: string, gone = new AbortController()) => ({
  callerKey,
  gone: gone.signal,
});

it('stops a scan at its time limit, and continues with the next', async () => {
  const scanner = new LogScanner();
  const counts: number[] = [];
  const scan = (text: string, lines: string[], processorMs: number) =>
    scanner.scan(callerAt('a'), processorMs, async (send) => {
      counts.push((await ask(send, text, lines)).count);
    });
  expect(await scan(hostile, [hostileLine], 60)).toBe('time');
  expect(await scan('a', ['abc', 'xyz'], longerMs)).toBeUndefined();
  expect(counts).toEqual([1]);
});

it('does not count the time in which it reads a log', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const counts: number[] = [];
  const ended = await new LogScanner().scan(callerAt('a'), 1000, async (send) => {
    for (const line of ['abc', 'xyz']) {
      vi.advanceTimersByTime(600_000);
      counts.push((await ask(send, 'a', [line])).count);
    }
  });
  expect(ended).toBeUndefined();
  expect(counts).toEqual([1, 0]);
});

it('stops an expression that recurses too deeply', async () => {
  const scanner = new LogScanner();
  const line = 'ab'.repeat(5_000_000);
  const ended = await scanner.scan(callerAt('a'), longerMs, async (send) => {
    await ask(send, '(?:a|b)*c', [line]);
  });
  expect(ended).toBe('memory');
});

it('runs plain texts beside expressions that use all their time', async () => {
  const scanner = new LogScanner();
  const gone = new AbortController();
  const hostiles = Array.from({ length: 7 }, (_, at) =>
    scanner.scan(callerAt(`hostile ${at}`, gone), longerMs, async (send) => {
      await ask(send, hostile, [hostileLine]);
    }),
  );
  const counts: number[] = [];
  const plain = async (send: AskScan) => {
    counts.push((await ask(send, 'a', ['abc', 'xyz'])).count);
  };
  expect(await scanner.scan(callerAt('b'), longerMs, plain, 'text')).toBeUndefined();
  expect(counts).toEqual([1]);
  gone.abort();
  await Promise.allSettled(hostiles);
});

it('stops when its client disconnects, also in the queue', async () => {
  const scanner = new LogScanner();
  const [begun, gone] = [Promise.withResolvers<void>(), new AbortController()];
  const endless = (signal: AbortController) =>
    scanner.scan(callerAt('a', signal), longerMs, async (send) => {
      begun.resolve();
      await ask(send, hostile, [hostileLine]);
    });
  const first = endless(gone);
  await begun.promise;
  gone.abort();
  await expect(first).rejects.toThrow('The caller is gone');
  await expect(endless(gone)).rejects.toThrow();
  const counts: number[] = [];
  await scanner.scan(callerAt('b'), longerMs, async (send) => {
    counts.push((await ask(send, 'a', ['a'])).count);
  });
  expect(counts).toEqual([1]);
});

it('runs three scans per caller, and has slots for others', async () => {
  const scanner = new LogScanner();
  const gone = new AbortController();
  const three = Array.from({ length: 3 }, () =>
    scanner.scan(callerAt('a', gone), longerMs, async (send) => {
      await ask(send, hostile, [hostileLine]);
    }),
  );
  const refused = scanner.scan(callerAt('a'), longerMs, async () => {});
  await expect(refused).rejects.toThrow(TooManyError);
  const other = scanner.scan(callerAt('b'), longerMs, async () => {});
  gone.abort();
  for (const each of three) await expect(each).rejects.toThrow('The caller is gone');
  expect(await other).toBeUndefined();
  expect(await scanner.scan(callerAt('a'), longerMs, async () => {})).toBeUndefined();
});

const server = await serverOfFile();

it('returns matches found before the time limit, while the server answers', async () => {
  const ada = await server.addUser('ada');
  const build = await startBuildWithLogs(server, ada, 'hostile', ['fine', 'hostile']);
  await build.append(1, toLines(['aaa']));
  await build.append(2, toLines([hostileLine]));
  let isOver = false;
  const searched = searchBuildLogs(
    { logs: logsOf(server).logs, scanner: new LogScanner() },
    [1, 2].map((step) => ({ id: build.idOf(step), stage: 1, step })),
    queryOf(hostile),
    callerAt('a'),
    200,
  ).finally(() => {
    isOver = true;
  });
  let answers = 0;
  while (!isOver) {
    expect((await build.get('')).status).toBe(200);
    answers++;
  }
  expect(answers).toBeGreaterThan(1);
  expect(await searched).toMatchObject({
    count: 1,
    isComplete: false,
    reason: 'time',
    steps: [{ stage: 1, step: 1, count: 1, hits: [{ pos: 0, out: 'aaa' }] }],
  });
});

it('stops the searches of clients that disconnect', async () => {
  const alan = await server.addUser('alan');
  const build = await startBuildWithLogs(server, alan, 'left', ['hostile']);
  await build.append(1, toLines([hostileLine]));
  const path = `/search?regexp=true&q=${encodeURIComponent(hostile)}`;
  const leaving = new AbortController();
  const statusOf = async () => (await build.get('/search?q=!')).status;
  // The thread of plain texts starts now: it could take longer than the three searches may.
  expect(await statusOf()).toBe(200);
  const abandoned = Array.from({ length: 3 }, () => build.get(path, { signal: leaving.signal }));
  await expect.poll(statusOf).toBe(429);
  leaving.abort();
  for (const each of abandoned) await expect(each).rejects.toThrow();
  // Less than the three of them would take, one after the other.
  await expect.poll(statusOf, { timeout: 14_000 }).toBe(200);
});

it('searches several batches of one log', async () => {
  const grace = await server.addUser('grace');
  const build = await startBuildWithLogs(server, grace, 'long', ['long']);
  const lines = Array.from({ length: 30_000 }, (_, index) => `line ${index} ${'é'.repeat(50)}`);
  await build.append(1, toLines(lines));
  const found = await searchBuildLogs(
    { logs: logsOf(server).logs, scanner: new LogScanner() },
    [{ id: build.idOf(1), stage: 1, step: 1 }],
    queryOf('line (0|29999) '),
    callerAt('a'),
    longerMs,
  );
  expect(found.steps[0]?.hits.map(({ pos }) => pos)).toEqual([0, 29_999]);
});
