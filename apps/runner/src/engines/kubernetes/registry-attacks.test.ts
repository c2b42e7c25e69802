import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { ImageCommands } from './image-commands.ts';
import { RegistryRequests } from './registry-requests.ts';

const never = new AbortController().signal;
const addresses: Record<string, string[]> = {
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'half.example': ['93.184.216.34', '10.0.0.1'],
};
const resolve = async (host: string) => addresses[host] ?? [host.replace(/^\[|\]$/g, '')];

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function listen(handler: Handler, host = '127.0.0.1'): Promise<string> {
  const server = createServer(handler).listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return `${host}:${address && typeof address === 'object' ? address.port : 0}`;
}

/** Starts a server of the attacker, which records what it receives. */
async function listenAsThief(answer: unknown = { token: 'good' }) {
  const seen: (string | undefined)[] = [];
  const host = await listen((request, response) => {
    seen.push(request.headers.authorization);
    response.end(JSON.stringify(answer));
  }, '127.0.0.2');
  return { host, seen };
}

const read = (host: string) =>
  new ImageCommands([{ host, username: 'octo', password: 'pass' }], resolve).read(
    `${host}/plugins/docker:20`,
    never,
  );

it('sends the login of a registry to no host outside of its domain', async () => {
  const thief = await listenAsThief();
  const host = await listen((_, response) => {
    const challenge = `Bearer realm="http://${thief.host}/token"`;
    response.writeHead(401, { 'www-authenticate': challenge }).end();
  });
  await expect(read(host)).rejects.toThrow(
    `it wants its login to be sent to ${thief.host}, which is not of its domain`,
  );
  expect(thief.seen).toEqual([]);
});

it.for([
  ['registry.example.com', 'https://registry.example.com/token', true],
  ['registry.example.com:5000', 'https://auth.example.com/token', true],
  ['registry.example.com', 'https://example.com/jwt/auth', true],
  ['registry-1.docker.io', 'https://auth.docker.io/token', true],
  ['registry.example.com', 'https://example.com.evil.net/token', false],
  ['registry.example.com', 'https://badexample.com/token', false],
  ['ghcr.io', 'https://evil.io/token', false],
  ['10.0.0.5', 'https://9.0.0.5/token', false],
] as const)('%s owns %s: %s', ([host, url, isOwn]) => {
  expect(new RegistryRequests(host).isOwnHost(new URL(url))).toBe(isOwn);
});

it('sends the token of an image to no host that the registry redirects to', async () => {
  const thief = await listenAsThief({ config: { digest: 'sha256:config' } });
  const host = await listen(({ headers, url }, response) => {
    if (url?.startsWith('/token')) return response.end('{"token":"good"}');
    if (headers.authorization !== 'Bearer good') {
      const challenge = `Bearer realm="http://${headers.host}/token"`;
      return response.writeHead(401, { 'www-authenticate': challenge }).end();
    }
    if (url?.includes('/blobs/')) return response.end('{"config":{"Cmd":["sh"]}}');
    return response.writeHead(307, { location: `http://${thief.host}/manifest` }).end();
  });
  expect(await read(host)).toEqual({ entrypoint: [], command: ['sh'] });
  expect(thief.seen).toEqual([undefined]);
});

it('sends the token of a registry to no other registry with an image of the same name', async () => {
  const seen: (string | undefined)[] = [];
  const serve = () =>
    listen(({ headers, url }, response) => {
      if (url?.startsWith('/token')) return response.end(`{"token":"${headers.host}"}`);
      seen.push(headers.authorization);
      if (!headers.authorization) {
        const challenge = `Bearer realm="http://${headers.host}/token"`;
        return response.writeHead(401, { 'www-authenticate': challenge }).end();
      }
      return response.end('{"config":{"digest":"sha256:x"}}');
    });
  const [first, second] = [await serve(), await serve()];
  const images = new ImageCommands([], resolve);
  await images.read(`${first}/a/b`, never);
  await images.read(`${second}/a/b`, never);
  expect(new Set(seen)).toEqual(new Set([undefined, `Bearer ${first}`, `Bearer ${second}`]));
  expect(seen.filter((one) => one === undefined)).toHaveLength(2);
});

it.for([
  ['http://93.184.216.34/x', '93.184.216.34 is not called without https'],
  ['http://localhost.evil.example/x', 'localhost.evil.example is not called without https'],
  ['https://metadata.example/latest', 'metadata.example is not on the open internet'],
  ['https://mapped.example/', 'mapped.example is not on the open internet'],
  ['https://half.example/', 'half.example is not on the open internet'],
  ['https://[::ffff:10.0.0.1]/', '[::ffff:a00:1] is not on the open internet'],
  ['https://octo:pass@metadata.example/', 'holds credentials'],
  ['ftp://metadata.example/', 'is not called without https'],
])('does not follow a redirect or a realm to %s', async ([location, reason]) => {
  for (const answer of [
    { status: 302, headers: { location } },
    { status: 401, headers: { 'www-authenticate': `Bearer realm="${location}"` } },
  ]) {
    const host = await listen((_, response) =>
      response.writeHead(answer.status, answer.headers).end(),
    );
    const images = new ImageCommands([], resolve);
    await expect(images.read(`${host}/a/b`, never)).rejects.toThrow(reason);
  }
});

it('calls only the names of this machine without https', () => {
  const schemeOf = (host: string) => new RegistryRequests(host).base.protocol;
  for (const host of ['localhost:5000', '127.0.0.1:5000', '[::1]:5000']) {
    expect(schemeOf(host)).toBe('http:');
  }
  for (const host of ['localhost.evil.example', '127.evil.example', '127.0.0.1.evil.example']) {
    expect(schemeOf(host)).toBe('https:');
  }
});

it.for([
  ['a large answer', () => 'x'.repeat(5 * 1024 * 1024), 'it answers more than 4 MB'],
  [
    'a list in a list without end',
    () => JSON.stringify({ manifests: [{ digest: 'sha256:again' }] }),
    'its lists of platforms are nested too deeply',
  ],
  [
    'a digest that is a path',
    () => JSON.stringify({ config: { digest: '../../../../admin' } }),
    'The registry does not tell',
  ],
] as const)('ends at %s', async ([, answer, reason]) => {
  let calls = 0;
  const host = await listen((_, response) => {
    calls++;
    response.end(answer());
  });
  await expect(read(host)).rejects.toThrow(reason);
  expect(calls).toBeLessThanOrEqual(3);
});

it('ends at a redirect without end', async () => {
  const host = await listen(({ url }, response) =>
    response.writeHead(302, { location: `${url}x` }).end(),
  );
  await expect(read(host)).rejects.toThrow(`${host} redirects too often`);
});
