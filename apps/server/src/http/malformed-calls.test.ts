import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../testing/server-of-file.ts';
import { bearer, password, pushSampleRepo } from '../../testing/test-server.ts';

const server = await serverOfFile({ env: { MILLRACE_RPC_SECRET: 'a secret' } });
const ada = await server.addUser('ada', { admin: true });
await pushSampleRepo(server, 'ada', 'project');

/** Sends a raw call. Returns the status and the raw response. */
async function send(head: string, body = ''): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(`${head}\r\nhost: ${hostname}:${port}\r\nconnection: close\r\n\r\n${body}`);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close');
  return { status: Number(text.split(' ')[1]), text };
}

const paths = ['/api/user', '/api/repos/ada/project', '/api/stream', '/', '/healthz', '/varz'];

describe('duplicate value', () => {
  it.each([...paths, '/login', '/badges/ada/project', '/nowhere', '/rpc/v2/ping', '/api/nothing'])(
    'is rejected in the query of %s',
    async (path) => {
      for (const name of ['access_token', 'per_page', 'ref']) {
        const { status, text } = await send(`GET ${path}?${name}=a&${name}=b HTTP/1.1`);
        expect([path, name, status]).toEqual([path, name, 400]);
        expect(text).toContain(
          `\\"${name}\\" more than once`.replaceAll('\\', path.startsWith('/rpc') ? '' : '\\'),
        );
      }
    },
  );

  it.each([
    'authorization: Bearer x',
    'content-type: application/json',
    'host: elsewhere',
    'last-event-id: 3',
    'origin: http://elsewhere',
    'x-drone-token: x',
    'sec-fetch-site: cross-site',
  ])('is rejected as the header %s', async (header) => {
    const { status, text } = await send(`GET /api/user HTTP/1.1\r\n${header}\r\n${header}`);
    expect(status).toBe(400);
    expect(text).toContain('"message"');
  });

  it('is accepted in headers that contain lists', async () => {
    const lists = 'accept: a/b\r\naccept: */*\r\ncookie: a=1\r\ncookie: b=2';
    const forwarded = 'x-forwarded-for: 1.2.3.4\r\nx-forwarded-for: 1.2.3.5';
    const head = `GET /api/user HTTP/1.1\r\nauthorization: Bearer ${ada.token}\r\n${lists}\r\n${forwarded}`;
    expect((await send(head)).status).toBe(200);
  });
});

describe('NUL', () => {
  it.each([
    '/api/repos/ada/pro%00ject',
    '/api/repos/ada/project/builds?branch=%00',
    '/api/repos/ada/project/builds?%00=1',
    '/a%00b',
    '/git/ada/project%00.git/info/refs?service=git-upload-pack',
    '/link/ada/project/tree/%00',
  ])('is rejected in %s', async (path) => {
    const { status, text } = await send(
      `GET ${path} HTTP/1.1\r\nauthorization: Bearer ${ada.token}`,
    );
    expect(status).toBe(400);
    expect(text).toContain('"message"');
  });

  it.each([
    ['POST', '/api/repos/ada/project/secrets', { name: 'word', data: 'a\0b' }],
    ['POST', '/api/repos/ada/project/cron', { name: 'a\0b', expr: '@daily', branch: 'main' }],
    ['POST', '/api/templates/ada', { name: 'a.yaml', data: 'a\0b' }],
    ['PATCH', '/api/user', { email: 'a\0b' }],
    ['POST', '/api/users', { login: 'a\0b' }],
    ['POST', '/api/users', { login: 'eve', 'a\0b': { c: ['\0'] } }],
  ] as const)('is rejected in the body of %s %s %#', async (method, url, payload) => {
    const answer = await server.app.inject({ method, url, payload, headers: bearer(ada) });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { message: expect.stringContaining('NUL'), code: 'invalid_input' },
    ]);
  });
});

it.each(['/日本', '/caf\u00e9', '/a\u0001b', '/a\u007fb', '/a\r\nset-cookie: x=y', '/a\0b'])(
  'redirects to %j, or to the dashboard, after sign-in',
  async (path) => {
    const payload = new URLSearchParams({ username: 'ada', password, return_to: path }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await server.app.inject({ method: 'POST', url: '/login', headers, payload });
    expect(answer.statusCode).toBe(303);
    expect(['/', encodeURI(path)]).toContain(answer.headers.location);
    const page = await server.app.inject(`/login?return_to=${encodeURIComponent(path)}`);
    expect(page.statusCode).toBe(path.includes('\0') ? 400 : 303);
  },
);
