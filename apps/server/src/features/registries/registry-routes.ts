import {
  createOrgRegistry,
  createRegistry,
  createServerRegistry,
  deleteOrgRegistry,
  deleteRegistry,
  deleteServerRegistry,
  importOrgRegistries,
  importRegistries,
  importServerRegistries,
  listOrgRegistries,
  listRegistries,
  listServerRegistries,
  updateOrgRegistry,
  updateRegistry,
  updateServerRegistry,
} from '@millrace/contract/api';
import type { Owner } from '../../db/owner.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { toRegistryJson } from './registry-mapper.ts';
import type { RegistryService } from './registry-service.ts';

export function registerRegistryRoutes(routes: ApiRoutes, registries: RegistryService): void {
  const list = async (owner: Owner) => (await registries.list(owner)).map(toRegistryJson);
  const importConfig = async (owner: Owner, config: string) => {
    const { registries: saved, skipped } = await registries.import(owner, config);
    return { registries: saved.map(toRegistryJson), skipped };
  };

  routes.repo(listRegistries, ({ repo }) => list({ repoId: repo.id }));
  routes.repo(createRegistry, async ({ repo, body }) =>
    toRegistryJson(await registries.create({ repoId: repo.id }, body)),
  );
  routes.repo(importRegistries, ({ repo, body }) => importConfig({ repoId: repo.id }, body.config));
  routes.repo(updateRegistry, async ({ repo, params, body }) =>
    toRegistryJson(await registries.update({ repoId: repo.id }, params.registry, body)),
  );
  routes.repo(deleteRegistry, async ({ repo, params }) => {
    await registries.delete({ repoId: repo.id }, params.registry);
  });

  routes.org(listOrgRegistries, ({ params: { namespace } }) => list({ namespace }));
  routes.org(createOrgRegistry, async ({ params: { namespace }, body }) =>
    toRegistryJson(await registries.create({ namespace }, body)),
  );
  routes.org(importOrgRegistries, ({ params: { namespace }, body }) =>
    importConfig({ namespace }, body.config),
  );
  routes.org(updateOrgRegistry, async ({ params: { namespace, registry }, body }) =>
    toRegistryJson(await registries.update({ namespace }, registry, body)),
  );
  routes.org(deleteOrgRegistry, async ({ params: { namespace, registry } }) => {
    await registries.delete({ namespace }, registry);
  });

  routes.session(listServerRegistries, () => list('server'));
  routes.session(createServerRegistry, async ({ body }) =>
    toRegistryJson(await registries.create('server', body)),
  );
  routes.session(importServerRegistries, ({ body }) => importConfig('server', body.config));
  routes.session(updateServerRegistry, async ({ params, body }) =>
    toRegistryJson(await registries.update('server', params.registry, body)),
  );
  routes.session(deleteServerRegistry, async ({ params }) => {
    await registries.delete('server', params.registry);
  });
}
