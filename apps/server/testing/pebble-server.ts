import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@millrace/test-support/free-port';
import { execa } from 'execa';
import { createCertificate } from './certificate.ts';
import { isPortOpen } from './port.ts';

/** Path of the program, a certificate authority for tests, if it is available. */
export const pebbleProgram = process.env.MILLRACE_TEST_PEBBLE;

/** A real certificate authority with the protocol ACME, which verifies host names at `httpPort`. */
export interface PebbleServer {
  /** Settings of a Millrace server with a certificate of this authority for `localhost`. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

export async function startPebble(): Promise<PebbleServer> {
  if (!pebbleProgram) throw new Error('MILLRACE_TEST_PEBBLE is not set');
  const dir = await mkdtemp(join(tmpdir(), 'millrace-pebble-'));
  const [port, managementPort, httpPort, tlsPort] = await Promise.all(
    Array.from({ length: 4 }, () => findFreePort()),
  );
  await createCertificate(dir);
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate: join(dir, 'cert.pem'),
    privateKey: join(dir, 'key.pem'),
    httpPort,
    tlsPort,
    profiles: { default: { description: 'for tests', validityPeriod: 7_776_000 } },
  };
  const file = join(dir, 'config.json');
  await writeFile(file, JSON.stringify({ pebble }));
  const running = execa(pebbleProgram, ['-config', file], {
    env: { PEBBLE_VA_NOSLEEP: '1' },
    reject: false,
  });
  const ended = running.then(({ stderr }) => {
    throw new Error(`Pebble ended: ${stderr}`);
  });
  // After the start, the end is expected.
  ended.catch(() => {});
  while (!(await Promise.race([isPortOpen(port ?? 0), ended])));
  return {
    env: {
      MILLRACE_URL: 'https://localhost',
      MILLRACE_TLS_ACME: 'accept-terms',
      MILLRACE_TLS_ACME_URL: `https://127.0.0.1:${port}/dir`,
      MILLRACE_TLS_ACME_CA_FILE: join(dir, 'cert.pem'),
      MILLRACE_TLS_HTTP_PORT: String(httpPort),
    },
    stop: async () => {
      running.kill();
      await running;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
