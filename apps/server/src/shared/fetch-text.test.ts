import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { ClosedNetworks } from '@millrace/node-kit/closed-networks';
import { afterEach, describe, expect, it } from 'vitest';
import { type FetchOptions, fetchText } from './fetch-text.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** Starts a server on a local address. Only 127.0.0.1 is allowed for fetches here. */
async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<number> {
  const server = createServer(listener).listen(0, host);
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function fetchFrom(address: string, options: Partial<FetchOptions> = {}) {
  const closed = new ClosedNetworks(['127.0.0.1']);
  const limits = { maxBytes: 2048, timeoutMs: 5000, maxRedirects: 2 };
  return fetchText(address, { ...limits, closed, ...options });
}

type Found = { address: string; family: number };
/** Fake DNS lookup that returns these lists in order, asynchronously. */
function answering(...lists: Found[][]): LookupFunction {
  return (_, options, callback) => {
    const found = lists.length > 1 ? lists.shift() : lists[0];
    setImmediate(() => {
      if (options.all) callback(null, found ?? []);
      else callback(null, found?.[0]?.address ?? '', found?.[0]?.family);
    });
  };
}
const v4 = (address: string): Found => ({ address, family: 4 });
const v6 = (address: string): Found => ({ address, family: 6 });
const closedMessage = 'is not on the open internet';

describe('public address', () => {
  it('is fetched without credentials', async () => {
    let asked: unknown;
    const port = await serve(({ headers, url }, response) => {
      asked = { ...headers, url };
      response.end('größe');
    });
    expect(await fetchFrom(`http://127.0.0.1:${port}/a?b=c`)).toBe('größe');
    expect(asked).toEqual({
      accept: 'application/json',
      'accept-encoding': 'identity',
      connection: 'close',
      host: `127.0.0.1:${port}`,
      url: '/a?b=c',
    });
  });

  it('is fetched with a limited number of redirects', async () => {
    const port = await serve(({ url }, response) => {
      const remaining = Number(url?.slice(1));
      if (remaining > 0) response.writeHead(302, { location: `/${remaining - 1}` });
      response.end('here');
    });
    expect(await fetchFrom(`http://127.0.0.1:${port}/2`)).toBe('here');
    await expect(fetchFrom(`http://127.0.0.1:${port}/3`)).rejects.toThrow('redirects too often');
  });

  it('is fetched over TLS with its host name', async () => {
    const asked = Promise.withResolvers<string>();
    const server = createTlsServer({
      SNICallback: (name, done) => {
        asked.resolve(name);
        done(new Error('This test has no certificate'));
      },
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const lookup = answering([v4('127.0.0.1')]);
    const fetched = fetchFrom(`https://cards.example:${port}/`, { lookup });
    await expect(fetched).rejects.toThrow('cannot be reached');
    expect(await asked.promise).toBe('cards.example');
  });

  it.each([
    ['file:///etc/passwd', 'is no web address'],
    ['not an address', 'is no web address'],
    ['http://name:password@127.0.0.1/', 'holds credentials'],
    ['http://127.0.0.1:1/', 'cannot be reached'],
  ])('is rejected: %s', async (address, message) => {
    await expect(fetchFrom(address)).rejects.toThrow(message);
  });

  it('is rejected if the status is not 200', async () => {
    const port = await serve((_, response) => response.writeHead(403).end('secret'));
    await expect(fetchFrom(`http://127.0.0.1:${port}`)).rejects.toThrow('answered 403');
  });
});

describe('private address', () => {
  it.each([
    'http://127.0.0.2',
    'https://127.0.0.2',
    'http://localhost.:80',
    'http://0.0.0.0',
    'http://2130706434',
    'http://0x7f.2',
    'http://[::1]',
    'https://[::1]',
    'http://[::]',
    'http://[::ffff:127.0.0.2]',
    'http://[::ffff:8.8.8.8]',
    'http://10.1.2.3',
    'http://169.254.169.254/latest/meta-data',
    'http://192.168.1.1',
    'http://172.31.255.255',
    'http://100.64.0.1',
    'http://224.0.0.1',
    'http://255.255.255.255',
    'http://[fe80::1]',
    'http://[fd00:ec2::254]',
    'http://[64:ff9b::a00:1]',
    'http://[2002:a00:1::]',
  ])('is not connected to: %s', async (address) => {
    const lookup = answering([v4('127.0.0.2'), v6('::1')]);
    await expect(fetchFrom(address, { lookup })).rejects.toThrow(closedMessage);
  });

  it.each(['8.8.8.8', '172.32.0.1', '2606:4700:4700::1111', '::ffff:127.0.0.1', '127.0.0.1'])(
    'does not include %s',
    (address) => {
      const family = address.includes(':') ? 'ipv6' : 'ipv4';
      expect(new ClosedNetworks(['127.0.0.1']).check(address, family)).toBe(false);
    },
  );

  it('is not connected to through a host name, even if that has other addresses', async () => {
    let calls = 0;
    const port = await serve((_, response) => response.end(`${++calls}`), '127.0.0.2');
    for (const found of [[v4('127.0.0.2')], [v6('::1'), v4('127.0.0.2')]]) {
      const lookup = answering(found);
      for (const scheme of ['http', 'https']) {
        const fetched = fetchFrom(`${scheme}://cards.example:${port}/`, { lookup });
        await expect(fetched).rejects.toThrow(closedMessage);
      }
    }
    expect(calls).toBe(0);
  });

  it('is not connected to if a host name changes between two lookups', async () => {
    const port = await serve((_, response) =>
      response.writeHead(302, { location: '/again' }).end(),
    );
    const lookup = answering([v4('127.0.0.1')], [v4('127.0.0.2')]);
    const fetched = fetchFrom(`http://cards.example:${port}/`, { lookup });
    await expect(fetched).rejects.toThrow(closedMessage);
  });

  it('is not connected to after a redirect', async () => {
    let calls = 0;
    const inner = await serve((_, response) => response.end(`${++calls}`), '127.0.0.2');
    for (const location of [`http://127.0.0.2:${inner}/`, `https://127.0.0.2:${inner}/`]) {
      const port = await serve((_, response) => response.writeHead(307, { location }).end());
      await expect(fetchFrom(`http://127.0.0.1:${port}`)).rejects.toThrow(closedMessage);
    }
    const port = await serve((_, response) =>
      response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
    );
    await expect(fetchFrom(`http://127.0.0.1:${port}`)).rejects.toThrow('is no web address');
    expect(calls).toBe(0);
  });
});

describe('response', () => {
  it('has a maximum size', async () => {
    const port = await serve((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(1000)));
      };
      response.on('drain', more);
      more();
    });
    await expect(fetchFrom(`http://127.0.0.1:${port}`)).rejects.toThrow('more than 2 kB');
  });

  it.each([
    ['nothing', () => {}],
    [
      'a beginning',
      (_: unknown, response: { write: (text: string) => void }) => response.write('{'),
    ],
  ])('has a time limit with %s', async (_, listener) => {
    const port = await serve(listener as RequestListener);
    const fetched = fetchFrom(`http://127.0.0.1:${port}`, { timeoutMs: 100 });
    await expect(fetched).rejects.toThrow('took too long');
  });

  it('has a time limit over all redirects', async () => {
    const port = await serve((_, response) => response.writeHead(302, { location: '/' }).end());
    const options = { timeoutMs: 100, maxRedirects: 1e9 };
    const fetched = fetchFrom(`http://127.0.0.1:${port}`, options);
    await expect(fetched).rejects.toThrow('took too long');
  });
});
