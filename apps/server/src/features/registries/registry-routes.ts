import { registryCalls } from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { registerOwned } from '../../http/owned-routes.ts';
import { toRegistryJson } from './registry-mapper.ts';
import type { RegistryService } from './registry-service.ts';

export function registerRegistryRoutes(routes: ApiRoutes, registries: RegistryService): void {
  registerOwned(routes, registryCalls.list, async ({ owner }) =>
    (await registries.list(owner)).map(toRegistryJson),
  );
  registerOwned(routes, registryCalls.create, async ({ owner, body }) =>
    toRegistryJson(await registries.create(owner, body)),
  );
  registerOwned(routes, registryCalls.import, async ({ owner, body }) => {
    const { registries: saved, skipped } = await registries.import(owner, body.config);
    return { registries: saved.map(toRegistryJson), skipped };
  });
  registerOwned(routes, registryCalls.update, async ({ owner, params, body }) =>
    toRegistryJson(await registries.update(owner, params.registry, body)),
  );
  registerOwned(routes, registryCalls.delete, async ({ owner, params }) => {
    await registries.delete(owner, params.registry);
  });
}
