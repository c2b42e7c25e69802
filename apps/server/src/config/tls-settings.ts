import { resolve } from 'node:path';
import { StartError } from '@millrace/node-kit/start-error';
import {
  type Environment,
  readCertificates,
  readChoice,
  readList,
  readOrigin,
  readText,
  readUrl,
  readWhole,
} from './read-variable.ts';

/** Files in PEM format. */
export interface TlsFiles {
  kind: 'files';
  certFile: string;
  keyFile: string;
}

/** A certificate authority with the protocol ACME. */
export interface AcmeSettings {
  kind: 'acme';
  directoryUrl: string;
  /** Contact of the account at the authority. */
  email: string | undefined;
  /** Host names of the certificate. */
  domains: readonly string[];
  /** Certificates in PEM format with which the authority itself is verified, instead of the usual ones. */
  ca: string | undefined;
}

/** How the server serves HTTPS. */
export interface TlsSettings {
  source: TlsFiles | AcmeSettings;
  /** Port for HTTP, which answers challenges and redirects to HTTPS; 0 for none. */
  httpPort: number;
}

const letsEncrypt = 'https://acme-v02.api.letsencrypt.org/directory';
const hostName =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Reads the settings; null if the server serves HTTP, as behind a proxy. */
export function readTlsSettings(env: Environment): TlsSettings | null {
  const files = readFiles(env);
  const acme = readAcme(env);
  if (files && acme) {
    throw new StartError('Set either MILLRACE_TLS_CERT or MILLRACE_TLS_ACME, not both.');
  }
  const source = files ?? acme;
  const httpPort = readWhole(env, 'MILLRACE_TLS_HTTP_PORT', acme ? 80 : 0, 0, 65_535);
  if (!source) {
    if (httpPort === 0) return null;
    throw new StartError('MILLRACE_TLS_HTTP_PORT needs MILLRACE_TLS_CERT or MILLRACE_TLS_ACME.');
  }
  if (acme && httpPort === 0) {
    throw new StartError(
      'MILLRACE_TLS_HTTP_PORT cannot be 0: MILLRACE_TLS_ACME answers challenges there.',
    );
  }
  requireHttpsUrl(env);
  return { source, httpPort };
}

function readFiles(env: Environment): TlsFiles | null {
  const cert = readText(env, 'MILLRACE_TLS_CERT')?.trim();
  const key = readText(env, 'MILLRACE_TLS_KEY')?.trim();
  if (!cert && !key) return null;
  if (!cert || !key) throw new StartError('Set MILLRACE_TLS_CERT and MILLRACE_TLS_KEY together.');
  return { kind: 'files', certFile: resolve(cert), keyFile: resolve(key) };
}

function readAcme(env: Environment): AcmeSettings | null {
  const choice = readChoice(env, 'MILLRACE_TLS_ACME', ['off', 'accept-terms'] as const);
  const settings = {
    kind: 'acme' as const,
    directoryUrl: readUrl(env, 'MILLRACE_TLS_ACME_URL') ?? letsEncrypt,
    email: readText(env, 'MILLRACE_TLS_ACME_EMAIL')?.trim(),
    domains: readList(env, 'MILLRACE_TLS_ACME_DOMAINS'),
    ca: readCertificates(env, 'MILLRACE_TLS_ACME_CA_FILE'),
  };
  if (choice === 'off') return null;
  const url = readOrigin(env, 'MILLRACE_URL');
  if (!url) throw new StartError('MILLRACE_TLS_ACME needs MILLRACE_URL.');
  const domains = settings.domains.length > 0 ? settings.domains : [new URL(url).hostname];
  for (const domain of domains) {
    if (hostName.test(domain)) continue;
    throw new StartError(
      `MILLRACE_TLS_ACME_DOMAINS must be host names, as in ci.example.com, not "${domain}".`,
    );
  }
  return { ...settings, domains };
}

function requireHttpsUrl({ MILLRACE_URL: url }: Environment): void {
  if (!url || /^https:/i.test(url.trim())) return;
  throw new StartError(
    `MILLRACE_URL must start with https: because the server has a certificate, not "${url}".`,
  );
}
