import { defineSettings } from '@millrace/node-kit/settings/define-settings';
import {
  type Environment,
  readSetting,
  readSettings,
} from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';
import { serverSettings } from './server-settings.ts';

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

/** HTTPS without a proxy. */
export const tlsSettings = defineSettings({
  certFile: {
    name: 'MILLRACE_TLS_CERT',
    kind: 'path',
    text: 'Files in PEM format: certificate with its chain, and private key. With them, the server serves HTTPS. See [Serve HTTPS without a proxy](deployment.md#serve-https-without-a-proxy).',
  },
  keyFile: { name: 'MILLRACE_TLS_KEY', kind: 'path' },
  acme: {
    name: 'MILLRACE_TLS_ACME',
    kind: 'choice',
    choices: ['off', 'accept-terms'],
    default: 'off',
    text: '`accept-terms` gets and renews a certificate from an authority with the protocol ACME, whose terms of service you accept.',
  },
  directoryUrl: {
    name: 'MILLRACE_TLS_ACME_URL',
    kind: 'url',
    default: 'https://acme-v02.api.letsencrypt.org/directory',
    unset: "Let's Encrypt",
    text: 'Directory URL of the certificate authority.',
  },
  email: {
    name: 'MILLRACE_TLS_ACME_EMAIL',
    kind: 'text',
    text: 'Your address, for messages of the certificate authority.',
  },
  domains: {
    name: 'MILLRACE_TLS_ACME_DOMAINS',
    kind: 'list',
    unset: 'the host of `MILLRACE_URL`',
    text: 'Host names of the certificate, separated by commas.',
  },
  ca: {
    name: 'MILLRACE_TLS_ACME_CA_FILE',
    kind: 'certificates',
    text: 'File with certificates in PEM format, with which the certificate authority is verified instead of the usual ones.',
  },
  httpPort: {
    name: 'MILLRACE_TLS_HTTP_PORT',
    kind: 'whole',
    min: 0,
    max: 65_535,
    unset: '`80` with `MILLRACE_TLS_ACME`, else `0`',
    text: 'Port for HTTP beside HTTPS, which answers the authority and redirects to HTTPS; `0` for none.',
  },
});

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
  const httpPort = readSetting(env, tlsSettings.httpPort) ?? (acme ? 80 : 0);
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
  const certFile = readSetting(env, tlsSettings.certFile);
  const keyFile = readSetting(env, tlsSettings.keyFile);
  if (!certFile && !keyFile) return null;
  if (!certFile || !keyFile) {
    throw new StartError('Set MILLRACE_TLS_CERT and MILLRACE_TLS_KEY together.');
  }
  return { kind: 'files', certFile, keyFile };
}

function readAcme(env: Environment): AcmeSettings | null {
  const { acme, directoryUrl, email, domains: given, ca } = readSettings(env, tlsSettings);
  if (acme === 'off') return null;
  const url = readSetting(env, serverSettings.publicUrl);
  if (!url) throw new StartError('MILLRACE_TLS_ACME needs MILLRACE_URL.');
  const domains = given.length > 0 ? given : [new URL(url).hostname];
  for (const domain of domains) {
    if (hostName.test(domain)) continue;
    throw new StartError(
      `MILLRACE_TLS_ACME_DOMAINS must be host names, as in ci.example.com, not "${domain}".`,
    );
  }
  return { kind: 'acme', directoryUrl, email, domains, ca };
}

function requireHttpsUrl(env: Environment): void {
  const url = readSetting(env, serverSettings.publicUrl);
  if (!url || url.startsWith('https:')) return;
  throw new StartError(
    `MILLRACE_URL must start with https: because the server has a certificate, not "${url}".`,
  );
}
