import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@millrace/node-kit/clock';
import { expect, it, onTestFinished } from 'vitest';
import { createCertificate } from '../../../testing/certificate.ts';
import { ForgeHttp } from './forge-http.ts';
import { OAuth } from './oauth.ts';

/** Starts a forge whose certificate no authority has signed. */
async function startUntrusted(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-certificate-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await createCertificate(dir);
  const [cert, key] = await Promise.all(
    ['cert.pem', 'key.pem'].map((name) => readFile(join(dir, name))),
  );
  const server = createServer({ cert, key }, (_, response) => response.end('{}'));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const untrusted = {
  status: 503,
  message: 'The certificate of the forge is not accepted: self-signed certificate',
};

it('names a wrong certificate of the forge', async () => {
  const url = await startUntrusted();
  const options = { apiUrl: `${url}/`, agent: 'test', blocked: /x/, clock: systemClock };
  await expect(new ForgeHttp(options).request('thing', {})).rejects.toMatchObject(untrusted);
});

it('names it at a sign-in too', async () => {
  const url = await startUntrusted();
  const endpoints = { authorize: `${url}/a`, token: `${url}/token`, scopes: [], hasPkce: false };
  const settings = { url, clientId: 'id', clientSecret: 'secret', nowSec: () => 1 };
  const refreshed = new OAuth(endpoints, settings).refresh('token');
  await expect(refreshed).rejects.toMatchObject(untrusted);
});

it('says that the forge is not available for other failures', async () => {
  const options = { agent: 'test', blocked: /x/, clock: systemClock };
  const http = new ForgeHttp({ ...options, apiUrl: 'https://127.0.0.1:1/' });
  const message = 'The forge is not available, please try again';
  await expect(http.request('thing', {})).rejects.toMatchObject({ status: 503, message });
});
