import { resolve } from 'node:path';
import { StartError } from '@millrace/node-kit/start-error';
import { type Environment, readText } from './read-variable.ts';

/** Files in PEM format. */
export interface TlsFiles {
  certFile: string;
  keyFile: string;
}

/** Reads how the server serves HTTPS; null if it serves HTTP, as behind a proxy. */
export function readTlsSettings(env: Environment): TlsFiles | null {
  const cert = readText(env, 'MILLRACE_TLS_CERT')?.trim();
  const key = readText(env, 'MILLRACE_TLS_KEY')?.trim();
  if (!cert && !key) return null;
  if (!cert || !key) throw new StartError('Set MILLRACE_TLS_CERT and MILLRACE_TLS_KEY together.');
  requireHttpsUrl(env);
  return { certFile: resolve(cert), keyFile: resolve(key) };
}

function requireHttpsUrl({ MILLRACE_URL: url }: Environment): void {
  if (!url || /^https:/i.test(url.trim())) return;
  throw new StartError(
    `MILLRACE_URL must start with https: because the server has a certificate, not "${url}".`,
  );
}
