import type { CreateFeature } from '../../feature.ts';
import { registerEncryptRoutes } from './encrypt-routes.ts';
import { PipelineKeys } from './pipeline-keys.ts';
import { verifySignature } from './pipeline-signature.ts';
import { registerSecretRoutes } from './secret-routes.ts';
import { SecretService } from './secret-service.ts';
import { SecretStore } from './secret-store.ts';
import { createStageSecrets } from './stage-secrets.ts';

/** Secrets of repositories and organizations, and texts that pipeline files hold encrypted or signed. */
export const secrets: CreateFeature = ({ db, clock, keys, pipelineReader }) => {
  const store = new SecretStore(db);
  const service = new SecretService(store, keys.sealer, clock);
  const pipelineKeys = new PipelineKeys(keys.pipelineSealer);
  return {
    ports: {
      findStageSecrets: createStageSecrets({
        store,
        sealer: keys.sealer,
        keys: pipelineKeys,
        pipelineReader,
      }),
      isSigned: (repo, config) => verifySignature(pipelineKeys.sealerOf(repo), config),
    },
    addRoutes: ({ api }) => {
      registerSecretRoutes(api, service);
      registerEncryptRoutes(api, pipelineKeys);
    },
  };
};
