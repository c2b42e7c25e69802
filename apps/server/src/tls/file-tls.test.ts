import { X509Certificate } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@millrace/node-kit/logger';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import { HurriedClock } from '../../testing/hurried-clock.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { bearer, pushSampleRepo, startTestServer } from '../../testing/test-server.ts';
import { getWithoutTrust, readFingerprint } from '../../testing/tls-client.ts';
import type { TlsFiles } from '../config/tls-settings.ts';
import { FileTls } from './file-tls.ts';

let dir: string;
let files: TlsFiles;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-tls-'));
  files = { kind: 'files', certFile: join(dir, 'cert.pem'), keyFile: join(dir, 'key.pem') };
  await createCertificate(dir);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Creates another certificate and key, and returns their folder. */
async function createOther(): Promise<string> {
  const other = await mkdtemp(join(dir, 'other-'));
  await createCertificate(other);
  return other;
}

const readCertificate = async (folder: string) =>
  new X509Certificate(await readFile(join(folder, 'cert.pem')));

it('presents replaced files to new connections, and keeps an open event stream', async () => {
  const server = await startTestServer({
    clock: new HurriedClock(),
    env: { MILLRACE_TLS_CERT: files.certFile, MILLRACE_TLS_KEY: files.keyFile },
  });
  try {
    expect(server.url).toMatch(/^https:/);
    const first = (await readCertificate(dir)).fingerprint256;
    expect(await readFingerprint(server.url)).toBe(first);
    const ada = await server.addUser('ada');
    const root = await server.addUser('root', { admin: true });
    const readAsRoot = (url: string) => server.app.inject({ url, headers: bearer(root) });
    const expires = Date.parse((await readCertificate(dir)).validTo) / 1000;
    expect((await readAsRoot('/api/system/status')).json().certificate).toEqual({
      expires,
      error: '',
    });
    expect((await readAsRoot('/metrics')).body).toContain(
      `millrace_tls_certificate_expiry_seconds{use="server"} ${expires}`,
    );
    const stream = await getWithoutTrust(`${server.url}/api/stream`, { headers: bearer(ada) });
    let received = '';
    stream.setEncoding('utf8').on('data', (text: string) => {
      received += text;
    });
    const other = await createOther();
    await copyFile(join(other, 'cert.pem'), files.certFile);
    await copyFile(join(other, 'key.pem'), files.keyFile);
    const second = (await readCertificate(other)).fingerprint256;
    expect(second).not.toBe(first);
    await expect.poll(() => readFingerprint(server.url), { timeout: 10_000 }).toBe(second);
    await pushSampleRepo(server, 'ada');
    await expect.poll(() => received).toContain('ada/project');
    expect(stream.destroyed).toBe(false);
    stream.destroy();
  } finally {
    await server.stop();
  }
});

it('keeps the previous certificate if new files cannot be used, and logs the reason once', async () => {
  const logger = createLogger('silent');
  const warn = vi.spyOn(logger, 'warn');
  const tls = new FileTls({ files, clock: new HurriedClock(), logger });
  await tls.start();
  try {
    const first = tls.certificate.pair;
    // The key of another certificate.
    await copyFile(join(await createOther(), 'key.pem'), files.keyFile);
    await expect.poll(() => warn.mock.calls.length).toBe(1);
    await writeFile(files.certFile, 'no certificate');
    await expect.poll(() => warn.mock.calls.length).toBe(2);
    expect(tls.certificate.pair).toEqual(first);
    expect(JSON.stringify(warn.mock.calls)).not.toContain('PRIVATE KEY');
    const other = await createOther();
    await copyFile(join(other, 'cert.pem'), files.certFile);
    await copyFile(join(other, 'key.pem'), files.keyFile);
    const { validTo, raw } = await readCertificate(other);
    await expect
      .poll(() => new X509Certificate(tls.certificate.pair?.cert ?? '').raw.equals(raw))
      .toBe(true);
    expect(tls.certificate.expirySec).toBe(Date.parse(validTo) / 1000);
  } finally {
    await tls.stop();
  }
});

it('does not start with files that cannot be used', async () => {
  await writeFile(files.keyFile, 'no key');
  const env = { MILLRACE_TLS_CERT: files.certFile, MILLRACE_TLS_KEY: files.keyFile };
  await expect(startServerProcess(env)).rejects.toThrow('(MILLRACE_TLS_KEY)');
});

it('tells browsers to use only HTTPS if the public URL has the default port', async () => {
  const env = { MILLRACE_TLS_CERT: files.certFile, MILLRACE_TLS_KEY: files.keyFile };
  const read = async (publicUrl: string) => {
    const server = await startTestServer({ env: { ...env, MILLRACE_URL: publicUrl } });
    const response = await getWithoutTrust(`${server.url}/healthz`);
    response.destroy();
    await server.stop();
    return response.headers['strict-transport-security'];
  };
  expect(await read('https://ci.example.com')).toBe('max-age=2592000');
  expect(await read('https://ci.example.com:8443')).toBeUndefined();
});
