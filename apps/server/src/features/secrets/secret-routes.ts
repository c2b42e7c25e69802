import { listAllOrgSecrets, replaceOrgSecret, secretCalls } from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { registerOwned } from '../../http/owned-routes.ts';
import { toSecretJson } from './secret-mapper.ts';
import type { SecretService } from './secret-service.ts';

export function registerSecretRoutes(routes: ApiRoutes, secrets: SecretService): void {
  registerOwned(routes, secretCalls.list, async ({ owner }) =>
    (await secrets.list(owner)).map(toSecretJson),
  );
  registerOwned(routes, secretCalls.create, async ({ owner, body }) =>
    toSecretJson(await secrets.create(owner, body)),
  );
  registerOwned(routes, secretCalls.get, async ({ owner, params }) =>
    toSecretJson(await secrets.require(owner, params.secret)),
  );
  registerOwned(routes, secretCalls.update, async ({ owner, params, body }) =>
    toSecretJson(await secrets.update(owner, params.secret, body)),
  );
  registerOwned(routes, secretCalls.delete, async ({ owner, params }) => {
    await secrets.delete(owner, params.secret);
  });
  routes.session(listAllOrgSecrets, async () =>
    (await secrets.listOfOrganisations()).map(toSecretJson),
  );
  routes.org(replaceOrgSecret, async ({ params: { namespace, secret }, body }) =>
    toSecretJson(await secrets.update({ namespace }, secret, body)),
  );
}
