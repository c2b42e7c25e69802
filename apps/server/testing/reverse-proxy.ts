import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@millrace/test-support/free-port';
import { createCertificate } from './certificate.ts';
import { type ProgramOnPort, programOnPort } from './program-on-port.ts';

const programs = { nginx: '/usr/sbin/nginx', haproxy: '/usr/sbin/haproxy' };
const files = { nginx: 'nginx.conf', haproxy: 'haproxy.cfg' };

export type ReverseProxyKind = keyof typeof programs;
export const reverseProxyKinds = ['nginx', 'haproxy'] as const satisfies ReverseProxyKind[];

/** Reason to skip the tests that need a proxy; undefined if it can run. */
export function missingProxy(kind: ReverseProxyKind): string | undefined {
  return existsSync(programs[kind]) ? undefined : `${kind} is not installed`;
}

/** A real proxy with TLS before a server, with the file in `deploy/`. */
export interface ReverseProxy extends Pick<ProgramOnPort, 'stop'> {
  url: string;
  /** URL without TLS. */
  plainUrl: string;
  /** Certificate of the proxy, which signed itself. */
  caFile: string;
  /** Starts it, for a server at a URL. */
  start(server: string): Promise<void>;
}

/** @param changes lines of its file, with those that replace them */
export async function createReverseProxy(
  kind: ReverseProxyKind,
  changes: readonly (readonly [string, string])[] = [],
): Promise<ReverseProxy> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-reverse-proxy-'));
  await createCertificate(dir);
  const caFile = join(dir, 'cert.pem');
  const texts = [await readFile(caFile, 'utf8'), await readFile(join(dir, 'key.pem'), 'utf8')];
  await writeFile(join(dir, 'both.pem'), texts.join(''));
  const [port, plainPort] = [await findFreePort(), await findFreePort()];
  let program: ProgramOnPort | undefined;
  return {
    url: `https://127.0.0.1:${port}`,
    plainUrl: `http://127.0.0.1:${plainPort}`,
    caFile,
    start: async (server) => {
      const path = new URL(`../../../deploy/${files[kind]}`, import.meta.url);
      const text = change(await readFile(path, 'utf8'), changes)
        .replaceAll(/server-\d:8080/g, new URL(server).host)
        .replaceAll('/etc/ssl/millrace', dir)
        .replace(/(listen|bind) (:?)80\b/, `$1 $2${plainPort}`)
        .replace(/(listen|bind) (:?)443\b/, `$1 $2${port}`);
      const file = join(dir, 'proxy.conf');
      await writeFile(file, text);
      program = programOnPort(programs[kind], await argumentsOf(kind, dir, file), port);
      await program.start();
    },
    stop: async () => {
      await program?.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function change(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((before, [line, replacement]) => {
    if (!before.includes(line)) throw new Error(`The file has no "${line}"`);
    return before.replace(line, () => replacement);
  }, text);
}

async function argumentsOf(kind: ReverseProxyKind, dir: string, file: string): Promise<string[]> {
  if (kind === 'haproxy') return ['-f', file];
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(dir, name)};`,
  );
  const main = join(dir, 'main.conf');
  const http = ['access_log off;', ...folders, `include ${file};`];
  const parts = [
    'daemon off;',
    `pid ${join(dir, 'pid')};`,
    'events {}',
    `http { ${http.join(' ')} }`,
  ];
  await writeFile(main, parts.join('\n'));
  return ['-p', dir, '-c', main, '-e', 'stderr'];
}
