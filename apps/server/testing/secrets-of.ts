import { SecretService } from '../src/features/secrets/secret-service.ts';
import { SecretStore } from '../src/features/secrets/secret-store.ts';
import type { TestServer } from './test-server.ts';

/** Creates the secret service of a server, for tests that need some secrets. */
export function secretsOf({ core }: Pick<TestServer, 'core'>): SecretService {
  return new SecretService(new SecretStore(core.db), core.keys.sealer, core.clock);
}
