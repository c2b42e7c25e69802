import { sessionCookie } from '@millrace/contract/api';
import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../testing/server-of-file.ts';
import { bearer, password, pushSampleRepo } from '../../testing/test-server.ts';

const otherSite = 'https://wall.example.com';
const path = '/api/repos/ada/project';

const server = await serverOfFile();
const ada = await server.addUser('ada');
await pushSampleRepo(server, 'ada');
const { cookies } = await server.app.inject({
  method: 'POST',
  url: '/login',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams({ username: 'ada', password }).toString(),
});
const cookie = `${sessionCookie}=${cookies[0]?.value}`;

const get = (url: string, headers: Record<string, string>) => server.app.inject({ url, headers });

describe('page of another site', () => {
  it('may send preflight requests for calls with a token and JSON', async () => {
    const { statusCode, headers } = await server.app.inject({
      method: 'OPTIONS',
      url: path,
      headers: {
        origin: otherSite,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': otherSite,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': 'authorization,content-type',
    });
  });

  it('may read responses to its token, including errors', async () => {
    const answer = await get(path, { ...bearer(ada), origin: otherSite });
    expect([answer.statusCode, answer.json().slug]).toEqual([200, 'ada/project']);
    const missing = await get(`${path}/builds/99`, { ...bearer(ada), origin: otherSite });
    expect(missing.statusCode).toBe(404);
    for (const { headers } of [answer, missing]) {
      expect(headers).toMatchObject({ 'access-control-allow-origin': otherSite, vary: 'Origin' });
    }
  });

  it.each<Record<string, string>>([
    {},
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
  ])('cannot use the session of the viewer: %o', async (headers) => {
    const origin = 'http://127.0.0.1:3000';
    const answer = await get('/api/user', { cookie, origin, ...headers });
    expect(answer.statusCode).toBe(401);
  });

  it('may read event streams', async () => {
    for (const stream of ['/api/stream', '/api/stream/ada/project']) {
      const answer = await fetch(`${server.url}${stream}?access_token=${ada.token}`, {
        headers: { origin: otherSite },
      });
      expect(answer.headers.get('access-control-allow-origin')).toBe(otherSite);
      await answer.body?.cancel();
    }
  });

  it('may read nothing outside of the API', async () => {
    for (const url of ['/', '/login', '/git/ada/project.git/info/refs']) {
      const { headers } = await get(url, { origin: otherSite });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });
});

it('accepts the session from pages of this server, and after links to it', async () => {
  const own = `http://${(await get('/api/user', { cookie })).raw.req.headers.host}`;
  const calls: Record<string, string>[] = [
    {},
    { origin: own, 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  ];
  for (const headers of calls) {
    expect((await get('/api/user', { cookie, ...headers })).statusCode).toBe(200);
  }
});
