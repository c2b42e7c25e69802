import { deleteNames, listNames, moveNames } from '../../db/namespace-table.ts';
import type { CreateFeature } from '../../feature.ts';
import { registerEncryptRoutes } from './encrypt-routes.ts';
import { PipelineKeys } from './pipeline-keys.ts';
import { verifySignature } from './pipeline-signature.ts';
import { registerSecretRoutes } from './secret-routes.ts';
import { SecretService } from './secret-service.ts';
import { reencryptSecrets, SecretStore } from './secret-store.ts';
import { createStageSecrets } from './stage-secrets.ts';

/** Secrets of repositories, organizations and the whole server, and encrypted values and signatures in pipeline files. */
export const secrets: CreateFeature = (core) => {
  const { clock, keys, pipelineReader } = core;
  const store = new SecretStore(core.db);
  const service = new SecretService(store, keys.sealer, clock);
  const pipelineKeys = new PipelineKeys(keys.pipelineSealer);
  return {
    owns: ['secrets'],
    ports: {
      findStageSecrets: createStageSecrets({
        store,
        sealer: keys.sealer,
        keys: pipelineKeys,
        pipelineReader,
        clock,
      }),
      isSigned: (repo, config) => verifySignature(pipelineKeys.sealerOf(repo), config),
    },
    namespaceData: {
      list: async (db, namespace) => ({ secrets: await listNames(db, 'secrets', namespace) }),
      move: (trx, from, to) => moveNames(trx, 'secrets', from, to),
      delete: (trx, namespace) => deleteNames(trx, 'secrets', namespace),
    },
    reencrypt: reencryptSecrets,
    addRoutes: ({ api }) => {
      registerSecretRoutes(api, service);
      registerEncryptRoutes(api, pipelineKeys);
    },
  };
};
