import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Line } from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { logsOf } from '../../../testing/logs-of.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { LogAnswers } from './log-answers.ts';
import { logsPort } from './port.ts';

let server: TestServer;
let ada: { token: string };
const stored: Line[] = Array.from({ length: 5000 }, (_, pos) => ({
  pos,
  out: `größe ${pos} ${'x'.repeat(200)}\n`,
  time: Math.floor(pos / 100),
}));
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  const api = runnerApiOf(server);
  const { step } = await startNextStage(api);
  for (let at = 0; at < stored.length; at += 500) {
    await api.appendLogs({ params: { step: step.id }, body: stored.slice(at, at + 500) });
  }
});
afterAll(() => server.stop());

const get = (query = '', accept = '*/*', coding = 'identity') =>
  fetch(`${server.url}/api/repos/ada/project/builds/1/logs/1/1${query}`, {
    headers: { ...bearer(ada), accept, 'accept-encoding': coding },
  });
/** The body as it was on the wire. */
const inject = (query: string, accept: string, coding: string) =>
  server.app.inject({
    url: `/api/repos/ada/project/builds/1/logs/1/1${query}`,
    headers: { ...bearer(ada), accept, 'accept-encoding': coding },
  });
const unpack: Record<string, (body: Buffer) => Buffer> = {
  zstd: zstdDecompressSync,
  gzip: gunzipSync,
};
const parseLines = (text: string): Line[] =>
  text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));

describe('a log over HTTP', () => {
  it('is a JSON array by default', async () => {
    const response = await get();
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual(stored);
  });

  it('is one line of JSON per log line for clients that accept it', async () => {
    const response = await get('', 'application/json;q=0.5, application/x-ndjson');
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    expect(response.headers.get('vary')).toMatch(/accept/);
    const text = await response.text();
    expect(text.endsWith('}\n')).toBe(true);
    expect(parseLines(text)).toEqual(stored);
  });

  it.each([
    ['?from=4990', 4990, 5000],
    ['?from=-250', 4750, 5000],
    ['?from=-9000', 0, 5000],
    ['?to=3', 0, 3],
    ['?from=1700&to=1703', 1700, 1703],
    ['?from=-5&to=4998', 4995, 4998],
    ['?from=10&to=10', 10, 10],
    ['?from=5000', 5000, 5000],
    ['?from=7000&to=9000', 5000, 5000],
  ])('returns exactly these lines for %s, in both formats', async (query, from, to) => {
    const array = await get(query);
    expect(await array.json()).toEqual(stored.slice(from, to));
    const lines = await get(query, 'application/x-ndjson');
    expect(parseLines(await lines.text())).toEqual(stored.slice(from, to));
    for (const { headers } of [array, lines]) expect(headers.get('x-log-lines')).toBe('5000');
  });

  describe.each([
    ['gzip, deflate, br, zstd', 'gzip'],
    ['zstd', 'zstd'],
  ])('is compressed for clients that accept %s', (accepted, coding) => {
    it.each([
      ['', '*/*'],
      ['', 'application/x-ndjson'],
      ['?from=-250', '*/*'],
      ['?from=-250', 'application/x-ndjson'],
      ['?from=3&to=4321', '*/*'],
      ['?to=0', '*/*'],
      ['?to=0', 'application/x-ndjson'],
    ])('%s as %s is the same text, uncached or cached', async (query, accept) => {
      const plain = await inject(query, accept, 'identity');
      expect(plain.headers['content-encoding']).toBeUndefined();
      for (let round = 0; round < 2; round++) {
        const packed = await inject(query, accept, accepted);
        expect(packed.headers['content-encoding']).toBe(coding);
        expect(packed.headers.vary).toMatch(/accept-encoding/);
        expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
        expect(packed.headers['x-log-lines']).toBe('5000');
        expect(unpack[coding]?.(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
        if (query === '')
          expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
      }
    });

    it('is decompressed by a standard client', async () => {
      const response = await get('', '*/*', accepted);
      expect(response.headers.get('content-encoding')).toBe(coding);
      expect(await response.json()).toEqual(stored);
    });
  });

  it.each(['?from=a', '?from=1.5', '?from=', '?to=-1', '?to=x', '?from=1&from=2'])(
    'rejects %s with a reason',
    async (query) => {
      const response = await get(query);
      expect(response.status).toBe(400);
      const { message } = (await response.json()) as { message: string };
      expect(message).toMatch(/^Invalid query: (from|to) |"from" more than once/);
    },
  );

  it('is read only as fast as the client reads', async () => {
    const { read } = LogAnswers.prototype;
    let rounds = 0;
    const endless = vi.spyOn(LogAnswers.prototype, 'read');
    endless.mockImplementation(async function* (this: LogAnswers, stepId, range, ...how) {
      if (range.to < stored.length) yield* read.call(this, stepId, range, ...how);
      else for (; ; rounds++) yield* read.call(this, stepId, range, ...how);
    });
    const response = await get('', 'application/x-ndjson');
    for (let seen = -1; seen !== rounds && rounds < 100; ) {
      seen = rounds;
      await (await get('?to=1')).text();
    }
    endless.mockRestore();
    expect(rounds).toBeLessThan(100);
    await response.body?.cancel();
  });

  it('is deleted from the cache when it is replaced or deleted', async () => {
    const { ask } = server;
    const repo = await pushSampleRepo(server, 'ada', 'other');
    const { step } = await startNextStage(runnerApiOf(server));
    const url = `${server.url}/api/repos/${repo.slug}/builds/1/logs/1/1`;
    const read = async () => (await fetch(url, { headers: bearer(ada) })).json();
    await ask(logsPort).appendLog(step.id, [{ pos: 0, out: 'old\n', time: 0 }]);
    expect(await read()).toEqual([{ pos: 0, out: 'old\n', time: 0 }]);
    await ask(logsPort).replaceLog(step.id, [{ pos: 0, out: 'new\n', time: 0 }]);
    expect(await read()).toEqual([{ pos: 0, out: 'new\n', time: 0 }]);
    await ask(logsPort).appendLog(step.id, [{ pos: 1, out: 'more\n', time: 0 }]);
    expect(await read()).toHaveLength(2);
    await logsOf(server).stepLogs.delete(step.id);
    expect(await read()).toEqual({ message: errorMessages.noRows, code: 'missing' });
  });
});
