import { deleteNames, listNames, moveNames } from '../../db/namespace-table.ts';
import { byPeople } from '../../db/table-bound.ts';
import type { CreateFeature } from '../../feature.ts';
import { verifyDroneSignature } from './drone-signature.ts';
import { registerEncryptRoutes } from './encrypt-routes.ts';
import { ImportedKeyStore, reencryptImportedKeys } from './imported-key-store.ts';
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
  const importedKeys = new ImportedKeyStore(core.db, keys.sealer);
  const listFor = createStageSecrets({
    store,
    sealer: keys.sealer,
    keys: pipelineKeys,
    findImportedKey: (repoId) => importedKeys.find(repoId),
    pipelineReader,
    clock,
  });
  return {
    owns: { secrets: byPeople, imported_keys: 'repository' },
    pipelineFile: {
      isSigned: async (repo, text) => {
        if (verifySignature(pipelineKeys.sealerOf(repo), text)) return true;
        const imported = await importedKeys.find(repo.id);
        return imported !== undefined && verifyDroneSignature(imported, text);
      },
    },
    imports: {
      secret: async (owner, secret) => (await service.add(owner, secret)) !== undefined,
      repoKey: (trx, repoId, key) => new ImportedKeyStore(trx, keys.sealer).save(repoId, key),
    },
    stageInputs: ({ repo, build, config, stage: { name } }) =>
      listFor(repo, { build, config, name }),
    namespaceData: {
      list: async (db, namespace) => ({ secrets: await listNames(db, 'secrets', namespace) }),
      move: (trx, from, to) => moveNames(trx, 'secrets', from, to),
      delete: (trx, namespace) => deleteNames(trx, 'secrets', namespace),
    },
    reencrypt: async (trx, change) =>
      (await reencryptSecrets(trx, change)) + (await reencryptImportedKeys(trx, change)),
    addRoutes: ({ api }) => {
      registerSecretRoutes(api, service);
      registerEncryptRoutes(api, pipelineKeys);
    },
  };
};
