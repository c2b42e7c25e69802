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

/** A forge that gives these answers, one after the other, the last one again and again. */
async function startForge(...answers: Answer[]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(`${request.method} ${request.url}`);
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
    asked,
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

describe('an answer', () => {
  const away = { status: 503, message: 'The forge is not available, please try again' };
  const unreadable = {
    status: 503,
    message: 'The forge returned an unreadable answer',
  };
  it.each<[string, Answer, object]>([
    ['that does not come', () => {}, away],
    ['that ends nowhere', (response) => response.writeHead(200).write('{"id": 7'), away],
    [
      'that is cut off',
      (response) => {
        response.writeHead(200, { 'content-length': '9' }).write('{"id": 7');
        setImmediate(() => response.destroy());
      },
      away,
    ],
    ['that is half a page', say(200, '[{"id": 7}, {"i'), unreadable],
    ['that is a page for people', say(200, '<!doctype html><p>Maintenance'), unreadable],
    ['that says something else', say(200, { id: 'seven' }), unreadable],
    ['that says nothing', say(200, ''), unreadable],
    ['of a proxy before it', say(502, '<h1>Bad gateway'), away],
    [
      'that refuses the token',
      say(401, { message: 'Bad credentials' }),
      {
        name: 'TokenRefusedError',
      },
    ],
    [
      'that refuses',
      say(403, { message: 'Resource not accessible' }),
      {
        status: 403,
        message: 'The forge refused: Resource not accessible',
      },
    ],
    [
      'that says in words alone to wait',
      say(403, { message: 'You exceeded a secondary rate limit' }),
      {
        status: 503,
        message: 'The forge is rate limiting this server',
        retryAfterSec: 60,
      },
    ],
    [
      'that refuses with details',
      say(422, {
        message: 'Validation Failed',
        errors: [{ code: 'custom', message: 'Hook already exists on this repository' }],
      }),
      {
        status: 400,
        message: 'The forge refused: Validation Failed: Hook already exists on this repository',
      },
    ],
  ])('%s is an error that says so', async (_, answer, error) => {
    const { client } = await startForge(answer);
    await expect(client.get('token', 'thing', item)).rejects.toMatchObject(error);
  });

  it('is followed within the API, with its query, and to no other host', async () => {
    const inside: Answer = (response, request) =>
      say(302, '', { location: `http://${request.headers.host}/moved?at=2` })(response, request);
    const forge = await startForge(inside, fine);
    expect(await forge.client.get('token', 'thing', item)).toEqual({ id: 7 });
    expect(forge.asked).toEqual(['GET /thing', 'GET /moved?at=2']);
    const other = await startForge(fine);
    const outside = say(302, '', { location: 'http://127.0.0.1:1/secret' });
    const { client } = await startForge(outside);
    await expect(client.get('token', 'thing', item)).rejects.toThrow('unreadable answer');
    expect(other.asked).toEqual([]);
  });

  it('that there is no such thing is none', async () => {
    const { client } = await startForge(say(404, { message: 'Not Found' }));
    expect(await client.find('token', 'thing', item)).toBeNull();
    expect(await client.findText('token', 'file')).toBeNull();
  });

  it.each(['repos/a/refs/../../b', 'repos/a/./b', 'repos/a/..', 'repos/a/%2E%2e/b'])(
    'is none where a name would lead elsewhere: %s',
    async (path) => {
      const { client, asked } = await startForge(fine);
      expect(await client.find('token', path, item)).toBeNull();
      expect(asked).toEqual([]);
    },
  );
});

describe('a change of a renamed repository', () => {
  it.each([301, 302, 307, 308])('is sent again as it is after a %i', async (status) => {
    const bodies: string[] = [];
    const { client, asked } = await startForge(
      say(status, '', { location: '/new' }),
      (response, request) => {
        request.on('data', (data) => bodies.push(String(data)));
        request.on('end', () => say(201, { id: 7 })(response, request));
      },
    );
    expect(await client.send('token', 'POST', 'old', { state: 'success' }, item)).toEqual({
      id: 7,
    });
    expect([asked, bodies]).toEqual([['POST /old', 'POST /new'], ['{"state":"success"}']]);
  });

  it.each(['http://127.0.0.1:9/new', '/old'])(
    'follows no redirect to another host, and no endless ones: %s',
    async (location) => {
      const { client } = await startForge(say(301, '', { location }));
      await expect(client.send('token', 'POST', 'old', {}, item)).rejects.toMatchObject({
        status: 503,
      });
    },
  );
});

it('knows a blocked account by the reason of a refusal', async () => {
  const { client } = await startForge(say(403, { message: 'You are suspended' }));
  await expect(client.get('token', 'thing', item)).rejects.toBeInstanceOf(AccountBlockedError);
  const { client: other } = await startForge(say(403, { message: 'Not yours' }));
  await expect(other.get('token', 'thing', item)).rejects.toBeInstanceOf(ForgeRefusedError);
});

describe('what failed once', () => {
  it('is asked again', async () => {
    const { client, asked } = await startForge(say(500, ''), fine);
    expect(await client.get('token', 'thing', item)).toEqual({ id: 7 });
    expect(asked).toEqual(['GET /thing', 'GET /thing']);
  });

  it('is not sent again: it may have been carried out', async () => {
    const { client, asked } = await startForge(say(500, ''), fine);
    await expect(client.send('token', 'POST', 'thing', {}, item)).rejects.toMatchObject({
      status: 503,
    });
    expect(asked).toEqual(['POST /thing']);
  });
});

describe('a forge that wants to be left alone', () => {
  it.each<[string, number, () => Record<string, string>]>([
    ['429 with a time', 429, () => ({ 'retry-after': '1' })],
    ['403 with a time', 403, () => ({ 'retry-after': '1' })],
    [
      '403 with nothing left',
      403,
      () => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inSeconds(1) }),
    ],
  ])('for a moment is waited for: %s', async (_, status, headers) => {
    let until = 0;
    const { client, asked } = await startForge((response, request) => {
      until ||= Date.now() + 900;
      const answer = Date.now() < until ? say(status, tooEarly, headers()) : fine;
      answer(response, request);
    });
    expect(await client.send('token', 'POST', 'thing', {}, item)).toEqual({ id: 7 });
    expect(asked).toHaveLength(2);
  });

  it.each<[string, () => Record<string, string>]>([
    ['a time', () => ({ 'retry-after': '1800' })],
    [
      'an end of the limit',
      () => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inSeconds(1800) }),
    ],
  ])('for longer is asked again later: %s', async (_, headers) => {
    const { client, asked } = await startForge(say(403, tooEarly, headers()));
    await expect(client.get('token', 'thing', item)).rejects.toMatchObject({
      status: 503,
      message: 'The forge is rate limiting this server',
      retryAfterSec: expect.toSatisfy((seconds: number) => seconds > 1790 && seconds <= 1801),
    });
    expect(asked).toHaveLength(1);
  });
});

describe('a list', () => {
  const link = '<http://forge/list?page=2>; rel="next", <http://forge/list?page=3>; rel="last"';
  const page = (id: number) => say(200, [{ id }], { link });

  it('is all of its pages', async () => {
    const { client, asked } = await startForge(page(1), page(2), page(3));
    expect(await client.listAll('token', 'list', item)).toHaveLength(3);
    expect(asked.toSorted()).toEqual([1, 2, 3].map((number) => `GET /list?page=${number}`));
  });

  it('is all of its pages where each names the next one alone', async () => {
    const { client, asked } = await startForge((response, request) => {
      const number = Number(new URL(`http://forge${request.url}`).searchParams.get('page'));
      const next = `<http://forge/list?page=${number + 1}>; rel="next"`;
      say(200, [{ id: number }], number < 9 ? { link: next } : {})(response, request);
    });
    const found = await client.listAll('token', 'list', item);
    expect(found.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(asked).toHaveLength(9);
  });

  it('that has no end is none', async () => {
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

  it('loses no more than one odd item, and logs it', async () => {
    const { client } = await startForge(say(200, [{ id: 1 }, { id: null }, 'odd', { id: 4 }]));
    expect(await client.listAll('token', 'list', item)).toEqual([{ id: 1 }, { id: 4 }]);
    const { client: other } = await startForge(say(200, { values: [{ id: 1 }, {}, { id: 3 }] }));
    expect(await other.followAll('token', 'list', item)).toEqual([{ id: 1 }, { id: 3 }]);
    expect(warnings).toHaveLength(3);
    expect(warnings[0]).toMatchObject({ path: 'list', reason: expect.stringContaining('id') });
  });

  it('of which a page fails is none', async () => {
    const { client } = await startForge(page(1), page(2), say(200, '[{"id": 3'));
    await expect(client.listAll('token', 'list', item)).rejects.toMatchObject({ status: 503 });
  });

  it('is not transferred again if unchanged', async () => {
    const { client, asked } = await startForge((response, request) => {
      const isKnown = request.headers['if-none-match'] === 'W/"1"';
      if (isKnown) say(304, '')(response, request);
      else say(200, [{ id: asked.length }], { link: '', etag: 'W/"1"' })(response, request);
    });
    expect(await client.listAll('token', 'list', item)).toEqual([{ id: 1 }]);
    expect(await client.listAll('token', 'list', item)).toEqual([{ id: 1 }]);
    expect(await client.listAll('other token', 'list', item)).toEqual([{ id: 3 }]);
  });
});
