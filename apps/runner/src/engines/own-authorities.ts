import { posix } from 'node:path';
import { getCACertificates } from 'node:tls';

const bundleName = 'ca-bundle.pem';
const configName = 'gitconfig';
let known: { bundle: string | undefined } | undefined;

/**
 * Returns the certificates that git must trust, in PEM format: the usual authorities and those of
 * `NODE_EXTRA_CA_CERTS`. Undefined without the latter. Git replaces its own bundle by this one.
 */
function trustedCertificates(): string | undefined {
  if (!process.env.NODE_EXTRA_CA_CERTS) return undefined;
  known ??= { bundle: readCertificates() };
  return known.bundle;
}

function readCertificates(): string | undefined {
  const own = getCACertificates('extra');
  if (own.length === 0) return undefined;
  const ofSystem = getCACertificates('system');
  const usual = ofSystem.length > 0 ? ofSystem : getCACertificates('bundled');
  return [...new Set([...usual, ...own])].map((text) => `${text.trim()}\n`).join('');
}

/**
 * Returns files for a folder of a stage or step, by name, with which git trusts the authorities of the runner. Empty if
 * it has none of its own. They replace the configuration of the system, which every other setting takes precedence over:
 * those of the image, of the user, of the repository and of variables. A variable for the bundle would override them.
 */
export function authorityFiles(folder: string): Record<string, string> {
  const bundle = trustedCertificates();
  if (bundle === undefined) return {};
  const config = [
    '[http]',
    `\tsslCAInfo = "${posix.join(folder, bundleName)}"`,
    '[include]',
    '\tpath = /etc/gitconfig',
    '',
  ].join('\n');
  return { [bundleName]: bundle, [configName]: config };
}

/** Returns the variable that names these files for git, from version 2.32 on. */
export function authorityVariables(folder: string): Record<string, string> {
  if (trustedCertificates() === undefined) return {};
  return { GIT_CONFIG_SYSTEM: posix.join(folder, configName) };
}
