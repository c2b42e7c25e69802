import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@millrace/node-kit/clock';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { createByteCache } from '../../shared/byte-cache.ts';
import { type CachedAnswer, ForgeClient } from './forge-client.ts';
import { AccountBlockedError, ForgeRefusedError } from './forge-errors.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

let warnings: unknown[] = [];
const logger = pino(
  { level: 'warn' },
  { write: (line: string) => warnings.push(JSON.parse(line)) },
);
beforeEach(() => {
  warnings = [];
});

/** Starts a fake forge with these responses in order. The last one repeats. */
async function startForge(...answers: Answer[]) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push(`${request.method} ${request.url}`);
    answer?.(response, request);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const cache = createByteCache<CachedAnswer>(1_000_000);
  return {
    requests,
    client: new ForgeClient({
      apiUrl,
      agent: 'test',
      cache,
      blocked: /suspended/,
      logger,
      clock: systemClock,
      timeoutMs: 1500,
    }),
  };
}

const say =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

const item = z.object({ id: z.number() });
const fine = say(200, { id: 7 });
const tooEarly = { message: 'API rate limit exceeded' };
const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);

describe('response', () => {
  const away = { status: 503, message: 'The forge is not available, please try again' };
  const unreadable = {
    status: 503,
    message: 'The forge returned an unreadable answer',
  };
  const page = (status: number, text: string) => say(status, text, { 'content-type': 'text/html' });
  const notOfForge = (status: number) => ({
    status: 503,
    message: `The forge is not available: something in front of it answered with status ${status}`,
  });
  it.each<[string, Answer, object]>([
    ['that never arrives', () => {}, away],
    ['without an end', (response) => response.writeHead(200).write('{"id": 7'), away],
    [
      'that is cut off',
      (response) => {
        response.writeHead(200, { 'content-length': '9' }).write('{"id": 7');
        setImmediate(() => response.destroy());
      },
      away,
    ],
    ['with incomplete JSON', say(200, '[{"id": 7}, {"i'), unreadable],
    ['with an HTML page', say(200, '<!doctype html><p>Maintenance'), unreadable],
    ['with another shape', say(200, { id: 'seven' }), unreadable],
    ['without a body', say(200, ''), unreadable],
    ['of a proxy', say(502, '<h1>Bad gateway'), away],
    ['of a firewall', page(403, '<h1>Blocked'), notOfForge(403)],
    ['of a proxy that asks for a password', page(401, ''), notOfForge(401)],
    ['of a proxy that does not know the host', page(404, '<h1>No such host'), notOfForge(404)],
    ['of a firewall without a page', say(403, ''), notOfForge(403)],
    [
      'that rejects the token',
      say(401, { message: 'Bad credentials' }),
      {
        name: 'TokenRefusedError',
      },
    ],
    [
      'that rejects the call',
      say(403, { message: 'Resource not accessible' }),
      {
        status: 403,
        message: 'The forge refused: Resource not accessible',
      },
    ],
    [
      'with a rate limit only in its message',
      say(403, { message: 'You exceeded a secondary rate limit' }),
      {
        status: 503,
        message: 'The forge is rate limiting this server',
        retryAfterSec: 60,
      },
    ],
    [
      'that rejects the call with details',
      say(422, {
        message: 'Validation Failed',
        errors: [{ code: 'custom', message: 'Hook already exists on this repository' }],
      }),
      {
        status: 400,
        message: 'The forge refused: Validation Failed: Hook already exists on this repository',
      },
    ],
  ])('%s is reported as an error', async (_, answer, error) => {
    const { client } = await startForge(answer);
    await expect(client.get('token', 'thing', item)).rejects.toMatchObject(error);
  });

  it('follows redirects within the API, but not to other hosts', async () => {
    const inside: Answer = (response, request) =>
      say(302, '', { location: `http://${request.headers.host}/moved?at=2` })(response, request);
    const forge = await startForge(inside, fine);
    expect(await forge.client.get('token', 'thing', item)).toEqual({ id: 7 });
    expect(forge.requests).toEqual(['GET /thing', 'GET /moved?at=2']);
    const other = await startForge(fine);
    const outside = say(302, '', { location: 'http://127.0.0.1:1/secret' });
    const { client } = await startForge(outside);
    await expect(client.get('token', 'thing', item)).rejects.toThrow('unreadable answer');
    expect(other.requests).toEqual([]);
  });

  it('returns null for 404', async () => {
    const { client } = await startForge(say(404, { message: 'Not Found' }));
    expect(await client.find('token', 'thing', item)).toBeNull();
    expect(await client.findText('token', 'file')).toBeNull();
  });

  it.each(['repos/a/refs/../../b', 'repos/a/./b', 'repos/a/..', 'repos/a/%2E%2e/b'])(
    'returns null for a path that would select another call: %s',
    async (path) => {
      const { client, requests } = await startForge(fine);
      expect(await client.find('token', path, item)).toBeNull();
      expect(requests).toEqual([]);
    },
  );
});

describe('write to a renamed repository', () => {
  it.each([301, 302, 307, 308])(
    'is repeated with the same method and body after a %i',
    async (status) => {
      const bodies: string[] = [];
      const { client, requests } = await startForge(
        say(status, '', { location: '/new' }),
        (response, request) => {
          request.on('data', (data) => bodies.push(String(data)));
          request.on('end', () => say(201, { id: 7 })(response, request));
        },
      );
      expect(await client.send('token', 'POST', 'old', { state: 'success' }, item)).toEqual({
        id: 7,
      });
      expect([requests, bodies]).toEqual([['POST /old', 'POST /new'], ['{"state":"success"}']]);
    },
  );

  it.each(['http://127.0.0.1:9/new', '/old'])(
    'fails at a redirect to another host and at a redirect loop: %s',
    async (location) => {
      const { client } = await startForge(say(301, '', { location }));
      await expect(client.send('token', 'POST', 'old', {}, item)).rejects.toMatchObject({
        status: 503,
      });
    },
  );
});

it('recognizes a blocked account by the error message', async () => {
  const { client } = await startForge(say(403, { message: 'You are suspended' }));
  await expect(client.get('token', 'thing', item)).rejects.toBeInstanceOf(AccountBlockedError);
  const { client: other } = await startForge(say(403, { message: 'Not yours' }));
  await expect(other.get('token', 'thing', item)).rejects.toBeInstanceOf(ForgeRefusedError);
});

describe('failed request', () => {
  it('is retried if it only reads', async () => {
    const { client, requests } = await startForge(say(500, ''), fine);
    expect(await client.get('token', 'thing', item)).toEqual({ id: 7 });
    expect(requests).toEqual(['GET /thing', 'GET /thing']);
  });

  it('is not retried if it writes, because it may have had an effect', async () => {
    const { client, requests } = await startForge(say(500, ''), fine);
    await expect(client.send('token', 'POST', 'thing', {}, item)).rejects.toMatchObject({
      status: 503,
    });
    expect(requests).toEqual(['POST /thing']);
  });
});

describe('rate limit of a forge', () => {
  it.each<[string, number, () => Record<string, string>]>([
    ['429 with a time', 429, () => ({ 'retry-after': '1' })],
    ['403 with a time', 403, () => ({ 'retry-after': '1' })],
    [
      '403 with nothing left',
      403,
      () => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inSeconds(1) }),
    ],
  ])('is waited for if short: %s', async (_, status, headers) => {
    let until = 0;
    const { client, requests } = await startForge((response, request) => {
      until ||= Date.now() + 900;
      const answer = Date.now() < until ? say(status, tooEarly, headers()) : fine;
      answer(response, request);
    });
    expect(await client.send('token', 'POST', 'thing', {}, item)).toEqual({ id: 7 });
    expect(requests).toHaveLength(2);
  });

  it.each<[string, () => Record<string, string>]>([
    ['a time', () => ({ 'retry-after': '1800' })],
    [
      'an end of the limit',
      () => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inSeconds(1800) }),
    ],
  ])('fails the call if long: %s', async (_, headers) => {
    const { client, requests } = await startForge(say(403, tooEarly, headers()));
    await expect(client.get('token', 'thing', item)).rejects.toMatchObject({
      status: 503,
      message: 'The forge is rate limiting this server',
      retryAfterSec: expect.toSatisfy((seconds: number) => seconds > 1790 && seconds <= 1801),
    });
    expect(requests).toHaveLength(1);
  });
});

describe('list', () => {
  const link = '<http://forge/list?page=2>; rel="next", <http://forge/list?page=3>; rel="last"';
  const page = (id: number) => say(200, [{ id }], { link });

  it('contains all pages', async () => {
    const { client, requests } = await startForge(page(1), page(2), page(3));
    expect(await client.listAll('token', 'list', item)).toHaveLength(3);
    expect(requests.toSorted()).toEqual([1, 2, 3].map((number) => `GET /list?page=${number}`));
  });

  it('contains all pages if each names only the next one', async () => {
    const { client, requests } = await startForge((response, request) => {
      const number = Number(new URL(`http://forge${request.url}`).searchParams.get('page'));
      const next = `<http://forge/list?page=${number + 1}>; rel="next"`;
      say(200, [{ id: number }], number < 9 ? { link: next } : {})(response, request);
    });
    const found = await client.listAll('token', 'list', item);
    expect(found.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(requests).toHaveLength(9);
  });

  it('fails if it is endless', async () => {
    const endless = say(200, [{ id: 1 }], { link: '<https://x/?page=99999999>; rel="last"' });
    const listed = (await startForge(endless)).client.listAll('token', 'items', item);
    await expect(listed).rejects.toThrow('The forge returned an unreadable answer');
    const turning: Answer = (response, request) =>
      say(200, { values: [{ id: 1 }], next: `http://${request.headers.host}/items?page=1` })(
        response,
        request,
      );
    const followed = (await startForge(turning)).client.followAll('token', 'items', item);
    await expect(followed).rejects.toThrow('The forge returned an unreadable answer');
  });

  it('skips and logs an invalid item', async () => {
    const { client } = await startForge(say(200, [{ id: 1 }, { id: null }, 'odd', { id: 4 }]));
    expect(await client.listAll('token', 'list', item)).toEqual([{ id: 1 }, { id: 4 }]);
    const { client: other } = await startForge(say(200, { values: [{ id: 1 }, {}, { id: 3 }] }));
    expect(await other.followAll('token', 'list', item)).toEqual([{ id: 1 }, { id: 3 }]);
    expect(warnings).toHaveLength(3);
    expect(warnings[0]).toMatchObject({ path: 'list', reason: expect.stringContaining('id') });
  });

  it('fails if one page fails', async () => {
    const { client } = await startForge(page(1), page(2), say(200, '[{"id": 3'));
    await expect(client.listAll('token', 'list', item)).rejects.toMatchObject({ status: 503 });
  });

  it('is not transferred again if unchanged', async () => {
    const { client, requests } = await startForge((response, request) => {
      const isKnown = request.headers['if-none-match'] === 'W/"1"';
      if (isKnown) say(304, '')(response, request);
      else say(200, [{ id: requests.length }], { link: '', etag: 'W/"1"' })(response, request);
    });
    expect(await client.listAll('token', 'list', item)).toEqual([{ id: 1 }]);
    expect(await client.listAll('token', 'list', item)).toEqual([{ id: 1 }]);
    expect(await client.listAll('other token', 'list', item)).toEqual([{ id: 3 }]);
  });
});
