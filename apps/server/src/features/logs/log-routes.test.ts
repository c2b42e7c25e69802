import type { Line } from '@millrace/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts';

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
    await api.appendLogs(step.id, stored.slice(at, at + 500));
  }
});
afterAll(() => server.stop());

const get = (query = '', accept = '*/*') =>
  fetch(`${server.url}/api/repos/ada/project/builds/1/logs/1/1${query}`, {
    headers: { ...bearer(ada), accept },
  });
const parseLines = (text: string): Line[] =>
  text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));

describe('a log over HTTP', () => {
  it('is a JSON array', async () => {
    const response = await get();
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual(stored);
  });

  it('is a line of JSON for each line to those who accept that', async () => {
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
  ])('%s is just these lines, in both forms', async (query, from, to) => {
    const array = await get(query);
    expect(await array.json()).toEqual(stored.slice(from, to));
    const lines = await get(query, 'application/x-ndjson');
    expect(parseLines(await lines.text())).toEqual(stored.slice(from, to));
    for (const { headers } of [array, lines]) expect(headers.get('x-log-lines')).toBe('5000');
  });

  it.each(['?from=a', '?from=1.5', '?from=', '?to=-1', '?to=x', '?from=1&from=2'])(
    'refuses %s with a reason',
    async (query) => {
      const response = await get(query);
      expect(response.status).toBe(400);
      const { message } = (await response.json()) as { message: string };
      expect(message).toMatch(/^Invalid query: (from|to) /);
    },
  );

  it('is read no faster than its reader takes it', async () => {
    const { logs } = server.context;
    const read = logs.read.bind(logs);
    let rounds = 0;
    logs.read = async function* (stepId, from, to) {
      if (to < stored.length) yield* read(stepId, from, to);
      else for (; ; rounds++) yield* read(stepId, from, to);
    };
    const response = await get('', 'application/x-ndjson');
    for (let seen = -1; seen !== rounds && rounds < 100; ) {
      seen = rounds;
      await (await get('?to=1')).text();
    }
    logs.read = read;
    expect(rounds).toBeLessThan(100);
    await response.body?.cancel();
  });
});
