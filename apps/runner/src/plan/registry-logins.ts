import type { StageDetails } from '@millrace/contract/runner';
import type { RegistryLogin } from '../engines/engine.ts';
import type { SecretValue } from './fill-secrets.ts';
import { PlanError } from './stage-plan.ts';

interface DockerConfig {
  auths?: Record<string, { auth?: string; username?: string; password?: string }>;
}

/** Returns the logins in a pipeline's `image_pull_secrets`; each is a Docker `config.json`. */
export function registryLogins(names: string[], secretValue: SecretValue): RegistryLogin[] {
  return names.flatMap((name) => {
    const text = secretValue(name);
    return text === '' ? [] : readLogins(name, text);
  });
}

/** Returns the logins that extensions of the server have. */
export function serverLogins(registries: StageDetails['registries'] = []): RegistryLogin[] {
  return registries.map(({ address, username, password }) => ({
    host: registryHost(address),
    ...{ username, password },
  }));
}

function readLogins(name: string, text: string): RegistryLogin[] {
  const { auths = {} } = parseConfig(name, text);
  return Object.entries(auths).map(([address, login]) => {
    const decoded = Buffer.from(login.auth ?? '', 'base64').toString();
    const colon = decoded.indexOf(':');
    return {
      host: registryHost(address),
      username: login.username ?? decoded.slice(0, Math.max(colon, 0)),
      password: login.password ?? decoded.slice(colon + 1),
    };
  });
}

/** Parses a Docker `config.json`. Errors never contain the text, because it is a secret. */
function parseConfig(name: string, text: string): DockerConfig {
  try {
    const config: unknown = JSON.parse(text);
    if (typeof config === 'object' && config !== null) return config;
  } catch {
    // Reported below, like JSON that is not an object.
  }
  throw new PlanError(`The secret "${name}" of image_pull_secrets is not a Docker config.json`);
}

/** Returns the host of a registry. `docker login` writes `https://index.docker.io/v1/` for `docker.io`. */
function registryHost(address: string): string {
  const host = address.replace(/^https?:\/\//, '').replace(/\/.*$/, '');
  return host === 'index.docker.io' || host === 'registry-1.docker.io' ? 'docker.io' : host;
}
