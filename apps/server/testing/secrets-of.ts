import type { StageSecret } from '@millrace/contract/runner';
import type { BuildEvent } from '@millrace/contract/vocabulary';
import type { Repo } from '../src/domain/repo.ts';
import { SecretService } from '../src/features/secrets/secret-service.ts';
import { SecretStore } from '../src/features/secrets/secret-store.ts';
import { readInputsFor } from './stage-inputs.ts';
import type { TestServer } from './test-server.ts';

/** Creates the secret service of a server, for tests that need some secrets. */
export function secretsOf({ core }: Pick<TestServer, 'core'>): SecretService {
  return new SecretService(new SecretStore(core.db), core.keys.sealer, core.clock);
}

/** A pipeline that may use every secret, because only the runner knows the name. */
const usesAll = 'kind: pipeline\nenvironment: { ANY: { from_secret: "$' + '{NAME}" } }\n---\n';

/** Lists the secrets that a build on the branch main may use, of a file with further documents. */
export async function listSecretsFor(
  server: Pick<TestServer, 'features'>,
  repo: Pick<Repo, 'id' | 'slug' | 'namespace' | 'forge' | 'uid'>,
  event: BuildEvent,
  config = '',
): Promise<StageSecret[]> {
  const stage = { build: { event }, config: usesAll + config, name: 'default' };
  return (await readInputsFor(server, repo, stage)).secrets;
}
