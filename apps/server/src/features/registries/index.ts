import { deleteNames, listNames, moveNames } from '../../db/namespace-table.ts';
import { byPeople } from '../../db/table-bound.ts';
import type { CreateFeature } from '../../feature.ts';
import { registerRegistryRoutes } from './registry-routes.ts';
import { RegistryService } from './registry-service.ts';
import { RegistryStore, reencryptRegistries } from './registry-store.ts';
import { createStageRegistries } from './stage-registries.ts';

/** Credentials of image registries, for a repository, an organization or the whole server. */
export const registries: CreateFeature = (core) => {
  const { db, clock, keys, pipelineReader } = core;
  const { sealer } = keys;
  const store = new RegistryStore(db);
  const service = new RegistryService({ db, sealer, clock });
  const listFor = createStageRegistries({ store, sealer, clock, pipelineReader });
  return {
    owns: { registries: byPeople },
    stageInputs: async ({ repo, config, stage: { name, type } }) =>
      type === 'exec' ? {} : { registries: await listFor(repo, { config, name }) },
    namespaceData: {
      list: async (trx, namespace) => ({
        registries: await listNames(trx, 'registries', namespace),
      }),
      move: (trx, from, to) => moveNames(trx, 'registries', from, to),
      delete: (trx, namespace) => deleteNames(trx, 'registries', namespace),
    },
    reencrypt: reencryptRegistries,
    addRoutes: ({ api }) => registerRegistryRoutes(api, service),
  };
};
