import type { Context } from '../src/context.ts';
import { SecretService } from '../src/features/secrets/secret-service.ts';
import { SecretStore } from '../src/features/secrets/secret-store.ts';

/** The secrets of a server, for tests that begin with some. */
export function secretsOf({ core }: Pick<Context, 'core'>): SecretService {
  return new SecretService(new SecretStore(core.db), core.keys.sealer, core.clock);
}
