import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { findFreePort } from '@millrace/test-support/free-port';
import { skipIf } from '@millrace/test-support/skip-if';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { HurriedClock } from '../../testing/hurried-clock.ts';
import { type PebbleServer, pebbleProgram, startPebble } from '../../testing/pebble-server.ts';
import { bearer, pushSampleRepo, startTestServer } from '../../testing/test-server.ts';
import { getWithoutTrust, readFingerprint } from '../../testing/tls-client.ts';
import { EncryptedValues } from '../db/encrypted-values.ts';
import { AcmeStore } from './acme-store.ts';

const orderTime = { timeout: 30_000, interval: 100 };
const third = 30 * 24 * 3600;

const unreachable = async () => ({
  MILLRACE_URL: 'https://ci.example.com',
  MILLRACE_TLS_ACME: 'accept-terms',
  MILLRACE_TLS_ACME_URL: `https://127.0.0.1:${await findFreePort()}/dir`,
  MILLRACE_TLS_HTTP_PORT: String(await findFreePort()),
});

async function start(env: Record<string, string>, database?: string) {
  const clock = new HurriedClock();
  const server = await startTestServer({ env, clock, ...(database ? { database } : {}) });
  onTestFinished(() => server.stop());
  const plainUrl = `http://127.0.0.1:${env.MILLRACE_TLS_HTTP_PORT}`;
  return { server, clock, plainUrl };
}

describe(
  'with a certificate authority',
  skipIf(!pebbleProgram && 'MILLRACE_TEST_PEBBLE is not set'),
  () => {
    let pebble: PebbleServer;
    beforeAll(async () => {
      pebble = await startPebble();
    });
    afterAll(() => pebble.stop());

    it('gets a certificate, and renews it after two thirds of its validity under an open event stream', async () => {
      const { server, clock } = await start(pebble.env);
      const { db, tls } = server.core;
      await expect
        .poll(() => tls?.certificate.expirySec ?? 0, orderTime)
        .toBeGreaterThan(2 * third);
      const first = await readFingerprint(server.url);
      const ada = await server.addUser('ada');
      const stream = await getWithoutTrust(`${server.url}/api/stream`, { headers: bearer(ada) });
      let received = '';
      stream.setEncoding('utf8').on('data', (part: string) => {
        received += part;
      });
      clock.skip(2 * third);
      await expect.poll(() => readFingerprint(server.url), orderTime).not.toBe(first);
      await pushSampleRepo(server, 'ada');
      await expect.poll(() => received).toContain('ada/project');
      stream.destroy();
      const names = (await db.selectFrom('sealed_values').select('name').execute()).map(
        ({ name }) => name.split(' ')[0],
      );
      expect(names.filter((name) => name?.startsWith('acme')).sort()).toEqual([
        'acme-account',
        'acme-certificate',
      ]);
    });
  },
);

it('starts while the authority is unreachable, retries later and says why', async () => {
  const { server, plainUrl } = await start(await unreachable());
  const { db, keys, tls } = server.core;
  await expect.poll(() => tls?.problem ?? '', orderTime).toContain('ECONNREFUSED');
  const health = await getWithoutTrust(`${plainUrl}/healthz`);
  expect(await text(health)).toBe('OK');
  await expect(readFingerprint(server.url)).rejects.toThrow();
  const stored = await new AcmeStore(new EncryptedValues(db, keys.sealer)).readFailures();
  expect(stored).toMatchObject({ count: 1, reason: tls?.problem });
  expect(stored?.retrySec).toBeGreaterThan(Date.now() / 1000 + 240);
});

it('redirects HTTP to HTTPS, and rejects calls that would have sent credentials', async () => {
  const { plainUrl } = await start(await unreachable());
  const page = await getWithoutTrust(`${plainUrl}/ada/project?page=2`);
  page.destroy();
  expect([page.statusCode, page.headers.location]).toEqual([
    308,
    'https://ci.example.com/ada/project?page=2',
  ]);
  const elsewhere = await getWithoutTrust(`${plainUrl}//other.example.com/`);
  elsewhere.destroy();
  expect(elsewhere.headers.location).toBe('https://ci.example.com/other.example.com/');
  const { port } = new URL(plainUrl);
  for (const target of [
    '/\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '//\\evil.example/x',
    '/..//evil.example',
    'http://evil.example/',
    'https://evil.example/',
    'https:evil.example',
    'javascript:alert(1)',
    '//ci.example.com:8443/',
    '//user@evil.example/',
    '/\t/evil.example',
    '*',
    'evil.example:443',
  ]) {
    const location = await readLocation(Number(port), target);
    expect([target, location && new URL(location).origin]).toEqual([
      target,
      location && 'https://ci.example.com',
    ]);
  }
  const post = await getWithoutTrust(`${plainUrl}/login`, { method: 'POST' });
  expect([post.statusCode, JSON.parse(await text(post))]).toEqual([
    403,
    { message: 'Use https://ci.example.com', code: 'forbidden' },
  ]);
});

/** Sends a request line as it is. Returns the address of the redirect; undefined if there is none. */
async function readLocation(port: number, target: string): Promise<string | undefined> {
  const socket = connect(port, '127.0.0.1');
  socket.end(`GET ${target} HTTP/1.1\r\nhost: ci.example.com\r\nconnection: close\r\n\r\n`);
  return /^location: (.*)\r$/im.exec(await text(socket))?.[1];
}
