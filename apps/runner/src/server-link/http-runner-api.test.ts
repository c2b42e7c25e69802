import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { FileRefusal, type RunnerApi, RunnerConflict, rpcPath } from '@millrace/contract/runner';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ServerRefusal } from '../shared/server-refusal.ts';
import { startRpcServer } from '../testing/rpc-server.ts';
import { makeDetails, makeStage, toDetailsMessage } from '../testing/stage-fixtures.ts';
import { createHttpRunnerApi } from './http-runner-api.ts';
import { ServerCalls } from './server-calls.ts';

const link = { secret: 'shared', runner: 'folder.start' } as const;
const step = { id: 5, step_id: 7, number: 1, name: 'a', exit_code: 0, version: 2 };

async function setUp(answer: Parameters<typeof startRpcServer>[0]) {
  const { url, requests } = await startRpcServer(answer);
  return { api: createHttpRunnerApi(new ServerCalls({ ...link, server: url })), requests };
}
const never = () => new AbortController().signal;

it.each([301, 302, 307, 308])('sends the secret to no host of a redirect: %i', async (status) => {
  const thief = await startRpcServer(() => ({ status: 200 }));
  const redirecting = createServer((_, response) =>
    response.writeHead(status, { location: `${thief.url}/` }).end(),
  ).listen(0, 'localhost');
  onTestFinished(() => void redirecting.close());
  await once(redirecting, 'listening');
  const { port } = redirecting.address() as AddressInfo;
  const calls = new ServerCalls({ ...link, server: `http://localhost:${port}` });
  const filter = { kind: 'pipeline', type: 'exec' };
  await expect(createHttpRunnerApi(calls).requestStage({ body: filter }, never())).rejects.toThrow(
    `it redirects to ${thief.url}/, which is not followed`,
  );
  expect(thief.requests).toEqual([]);
});

it('makes every call as the protocol specifies', async () => {
  const details = toDetailsMessage(makeDetails());
  const stage = makeStage();
  const answers: Record<string, { status: number; body?: unknown }> = {
    'POST /ping': { status: 200 },
    'POST /stage': { status: 200, body: stage },
    'POST /stage/700?machine=a+b': { status: 200, body: stage },
    'GET /stage/700': { status: 200, body: details },
    'PUT /stage/700': { status: 200, body: { ...stage, version: 3 } },
    'PUT /step/5': { status: 200, body: { ...step, status: 'running', version: 3 } },
    'POST /build/70/watch': { status: 200 },
    'POST /step/5/logs/batch': { status: 200 },
    'POST /step/5/card': { status: 200 },
  };
  const { api, requests } = await setUp(({ method, path }) => {
    return answers[`${method} ${path.replace(rpcPath, '')}`] ?? { status: 500 };
  });
  const lines = [{ pos: 0, out: 'x\n', time: 1 }];
  await api.ping('a b');
  expect(await api.requestStage({ body: { kind: 'pipeline', type: 'exec' } }, never())).toEqual(
    stage,
  );
  expect(await api.acceptStage({ params: { stage: 700 }, query: { machine: 'a b' } })).toEqual(
    stage,
  );
  expect(await api.getStageDetails({ params: { stage: 700 } })).toEqual(details);
  expect(
    (await api.updateStage({ params: { stage: stage.id }, body: { ...stage, status: 'running' } }))
      .version,
  ).toBe(3);
  expect(
    (await api.updateStep({ params: { step: step.id }, body: { ...step, status: 'running' } }))
      .version,
  ).toBe(3);
  expect(await api.watchBuild({ params: { build: 70 }, query: {} }, never())).toBe(true);
  await api.appendLogs({ params: { step: 5 }, body: lines });
  await api.createCard({ params: { step: 5 }, body: { schema: 'https://example.com', data: {} } });
  expect(requests.map(({ method, path }) => `${method} ${path.replace(rpcPath, '')}`)).toEqual(
    Object.keys(answers),
  );
  for (const { headers } of requests) {
    expect(headers).toMatchObject({
      'x-drone-token': 'shared',
      'x-millrace-runner': 'folder.start',
    });
  }
  expect(requests.map(({ body }) => body && JSON.parse(body)).slice(0, 2)).toEqual([
    { machine: 'a b' },
    { kind: 'pipeline', type: 'exec' },
  ]);
  expect(JSON.parse(requests[7]?.body ?? '')).toEqual(lines);
});

it('returns nothing when a long poll times out', async () => {
  const { api } = await setUp(() => ({ status: 204 }));
  expect(await api.requestStage({ body: { kind: 'pipeline', type: 'exec' } }, never())).toBeNull();
  expect(await api.watchBuild({ params: { build: 70 }, query: {} }, never())).toBe(false);
});

it('ends a long poll immediately when it is aborted', async () => {
  const { api, requests } = await setUp(() => 'never');
  const leaving = new AbortController();
  const polls = [
    api.requestStage({ body: { kind: 'pipeline', type: 'exec' } }, leaving.signal),
    api.watchBuild({ params: { build: 70 }, query: {} }, leaving.signal),
  ];
  await expect.poll(() => requests.length).toBe(2);
  leaving.abort();
  for (const poll of polls) await expect(poll).rejects.toThrow('aborted');
});

describe('a file', () => {
  const bytes = Buffer.alloc(3_000_000, 'file');
  const input = {
    params: { step: 5 },
    query: { kind: 'artifact' as const, path: 'dist/ä b&c' },
    file: {
      size: bytes.length,
      async *read() {
        for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
      },
    },
  };

  it('is sent unchanged, with its length', async () => {
    const { api, requests } = await setUp(() => ({ status: 200 }));
    await api.sendFile(input, never());
    const [request] = requests;
    expect(request?.path).toBe(`${rpcPath}/step/5/files?kind=artifact&path=dist%2F%C3%A4+b%26c`);
    expect(request?.headers).toMatchObject({
      'content-length': '3000000',
      'x-millrace-runner': 'folder.start',
    });
    expect(request?.headers['transfer-encoding']).toBeUndefined();
    expect(request?.body).toBe(bytes.toString());
  });

  it.each([
    [400, FileRefusal],
    [404, FileRefusal],
    [408, FileRefusal],
    [413, FileRefusal],
    [409, RunnerConflict],
    [503, ServerRefusal],
  ])('is answered with %i', async (status, kind) => {
    const { api } = await setUp(() => ({ status, body: 'so it is' }));
    const error = await api.sendFile(input, never()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ message: expect.stringContaining('so it is') });
  });

  it('may take as long as it makes progress, and not longer', async () => {
    const { url } = await startRpcServer(() => 'never');
    const api = createHttpRunnerApi(new ServerCalls({ ...link, server: url, timeoutMs: 20 }));
    await expect(api.sendFile(input, never())).rejects.toThrow('The server cannot be reached');
  });

  it('is aborted when the stage ends', async () => {
    const { api, requests } = await setUp(() => 'never');
    const leaving = new AbortController();
    const sending = api.sendFile(input, leaving.signal);
    await expect.poll(() => requests.length).toBe(1);
    leaving.abort();
    await expect(sending).rejects.toThrow('aborted');
  });
});

describe('an error', () => {
  it.each([400, 409, 413])('%i is permanent: the stage is lost', async (status) => {
    const { api } = await setUp(() => ({ status, body: 'Step 5 is over' }));
    await expect(api.appendLogs({ params: { step: 5 }, body: [] })).rejects.toThrow(RunnerConflict);
    await expect(api.appendLogs({ params: { step: 5 }, body: [] })).rejects.toThrow(
      'Step 5 is over',
    );
  });

  it.each([401, 403, 404, 429, 500, 502, 503])('%i is temporary', async (status) => {
    const { api } = await setUp(() => ({ status, body: 'later' }));
    const error = await api
      .appendLogs({ params: { step: 5 }, body: [] })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ServerRefusal);
    expect(error).toMatchObject({ status, message: `The server answered ${status}: later` });
  });

  it('401 of the server itself ends a runner whose credential it has revoked', async () => {
    for (const isOfServer of [true, false]) {
      const server = createServer((_, response) => {
        if (isOfServer) response.setHeader('x-millrace-server', '1.0.0');
        response.writeHead(401).end('Unauthorized');
      }).listen(0, '127.0.0.1');
      onTestFinished(() => void server.close());
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const revoked = vi.fn();
      const options = { ...link, server: `http://127.0.0.1:${port}`, onRevoked: revoked };
      const api = createHttpRunnerApi(new ServerCalls(options));
      const kind = isOfServer ? RunnerConflict : ServerRefusal;
      await expect(api.appendLogs({ params: { step: 5 }, body: [] })).rejects.toThrow(kind);
      expect(revoked).toHaveBeenCalledTimes(isOfServer ? 1 : 0);
    }
  });

  it('of the network includes its cause', async () => {
    const { api } = await setUp(() => 'hang up');
    await expect(api.appendLogs({ params: { step: 5 }, body: [] })).rejects.toThrow(
      /^The server cannot be reached: ./,
    );
  });

  it('is a response that is not a stage', async () => {
    const { api } = await setUp(() => ({ status: 200, body: 'null' }));
    await expect(
      api.acceptStage({ params: { stage: 7 }, query: { machine: 'a' } }),
    ).rejects.toThrow();
  });

  it('is a response that does not arrive in time', async () => {
    const { url } = await startRpcServer(() => 'never');
    const calls = new ServerCalls({ ...link, server: url, timeoutMs: 20 });
    await expect(
      createHttpRunnerApi(calls).getStageDetails({ params: { stage: 7 } }),
    ).rejects.toThrow('The server cannot be reached');
  });
});

describe('a download', () => {
  const input = { params: { step: 5, lookup: 3 } };
  const read = async (api: RunnerApi, signal = never()) => {
    const { size, read: bytes } = await api.loadCache(input, signal);
    return { size, content: await text(Readable.from(bytes())) };
  };

  it('returns the file with its length', async () => {
    const { api, requests } = await setUp(() => ({ status: 200, body: 'content' }));
    expect(await read(api)).toEqual({ size: 7, content: 'content' });
    expect(requests[0]).toMatchObject({ method: 'GET', path: `${rpcPath}/step/5/caches/3` });
  });

  it.each([
    [404, FileRefusal],
    [409, RunnerConflict],
    [503, ServerRefusal],
  ])('is answered with %i', async (status, kind) => {
    const { api } = await setUp(() => ({ status, body: 'so it is' }));
    await expect(read(api)).rejects.toThrow(kind);
  });

  it('ends when it makes no progress, and when it is aborted', async () => {
    const { url } = await startRpcServer(() => 'never');
    const api = createHttpRunnerApi(new ServerCalls({ ...link, server: url, timeoutMs: 20 }));
    await expect(read(api)).rejects.toThrow('The server cannot be reached');
    await expect(read(api, AbortSignal.abort())).rejects.toThrow('aborted');
  });
});

it('continues without a cache on a server that has none', async () => {
  const { api } = await setUp(() => ({ status: 404, body: 'Not Found' }));
  const body = { key: 'a', restoreKeys: [], paths: ['b'], missingFiles: [] };
  await expect(api.findCache({ params: { step: 5 }, body })).rejects.toThrow(FileRefusal);
});
