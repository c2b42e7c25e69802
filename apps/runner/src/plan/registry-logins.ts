import { type RegistryLogin, readDockerConfig } from '@millrace/contract/docker-config';
import type { StageDetails } from '@millrace/contract/runner';
import { registryHost } from '@millrace/pipeline/image-name';
import type { SecretValue } from './fill-secrets.ts';
import { PlanError } from './stage-plan.ts';

/** Returns the logins in a pipeline's `image_pull_secrets`; each is a Docker `config.json`. */
export function registryLogins(names: string[], secretValue: SecretValue): RegistryLogin[] {
  return names.flatMap((name) => {
    const text = secretValue(name);
    return text === '' ? [] : readLogins(name, text);
  });
}

/** Returns the logins that the server has. */
export function serverLogins(registries: StageDetails['registries'] = []): RegistryLogin[] {
  return registries.map(({ address, username, password }) => ({
    host: registryHost(address),
    username,
    password,
  }));
}

function readLogins(name: string, text: string): RegistryLogin[] {
  const config = readDockerConfig(text);
  if (config) return config.logins;
  throw new PlanError(`The secret "${name}" of image_pull_secrets is not a Docker config.json`);
}
