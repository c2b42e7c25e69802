import { registryHost } from '@millrace/pipeline/image-name';
import { z } from 'zod/mini';

/** Credentials for the images of one registry. */
export interface RegistryLogin {
  /** Host, with a port if it is not the usual one. */
  host: string;
  username: string;
  password: string;
}

export interface DockerLogins {
  logins: RegistryLogin[];
  /** Hosts whose password is not in the file: it is in a credential helper, or there is only a token. */
  unusable: string[];
}

const text = z.optional(z.string());
const dockerConfig = z.object({
  auths: z.optional(z.record(z.string(), z.object({ auth: text, username: text, password: text }))),
  credHelpers: z.optional(z.record(z.string(), z.unknown())),
});

/**
 * Reads the logins of a Docker `config.json`. Returns undefined if the text is none. The text is secret, so no
 * error contains it.
 */
export function readDockerConfig(config: string): DockerLogins | undefined {
  const parsed = dockerConfig.safeParse(parseJson(config));
  if (!parsed.success) return undefined;
  const { auths = {}, credHelpers = {} } = parsed.data;
  const all = Object.entries(auths).map(([address, { auth = '', username, password }]) => {
    const decoded = decodeBase64(auth);
    const colon = decoded.indexOf(':');
    return {
      host: registryHost(address),
      username: username ?? decoded.slice(0, Math.max(colon, 0)),
      password: password ?? decoded.slice(colon + 1),
    };
  });
  const logins = all.filter(({ password }) => password !== '');
  const hosts = [...all.map(({ host }) => host), ...Object.keys(credHelpers).map(registryHost)];
  const usable = new Set(logins.map(({ host }) => host));
  return { logins, unusable: [...new Set(hosts)].filter((host) => !usable.has(host)) };
}

/** Writes a Docker `config.json` with logins. */
export function writeDockerConfig(logins: readonly RegistryLogin[]): string {
  const auths = logins.map(({ host, username, password }) => {
    // Docker itself knows its own registry by this address alone.
    const address = host === 'docker.io' ? 'https://index.docker.io/v1/' : host;
    return [address, { auth: encodeBase64(`${username}:${password}`) }];
  });
  return JSON.stringify({ auths: Object.fromEntries(auths) });
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function decodeBase64(value: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(value), (char) => char.charCodeAt(0)));
  } catch {
    return '';
  }
}

function encodeBase64(value: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(value)));
}
