import {
  createOrgSecret,
  createSecret,
  createServerSecret,
  deleteOrgSecret,
  deleteSecret,
  deleteServerSecret,
  getOrgSecret,
  getSecret,
  getServerSecret,
  listAllOrgSecrets,
  listOrgSecrets,
  listSecrets,
  listServerSecrets,
  replaceOrgSecret,
  updateOrgSecret,
  updateSecret,
  updateServerSecret,
} from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { toSecretJson } from './secret-mapper.ts';
import type { SecretService } from './secret-service.ts';

export function registerSecretRoutes(routes: ApiRoutes, secrets: SecretService): void {
  routes.repo(listSecrets, async ({ repo }) =>
    (await secrets.list({ repoId: repo.id })).map(toSecretJson),
  );
  routes.repo(createSecret, async ({ repo, body }) =>
    toSecretJson(await secrets.create({ repoId: repo.id }, body)),
  );
  routes.repo(getSecret, async ({ repo, params }) =>
    toSecretJson(await secrets.require({ repoId: repo.id }, params.secret)),
  );
  routes.repo(updateSecret, async ({ repo, params, body }) =>
    toSecretJson(await secrets.update({ repoId: repo.id }, params.secret, body)),
  );
  routes.repo(deleteSecret, async ({ repo, params }) => {
    await secrets.delete({ repoId: repo.id }, params.secret);
  });

  routes.session(listAllOrgSecrets, async () =>
    (await secrets.listOfOrganisations()).map(toSecretJson),
  );
  routes.org(listOrgSecrets, async ({ params }) =>
    (await secrets.list({ namespace: params.namespace })).map(toSecretJson),
  );
  routes.org(createOrgSecret, async ({ params, body }) =>
    toSecretJson(await secrets.create({ namespace: params.namespace }, body)),
  );
  routes.org(getOrgSecret, async ({ params }) =>
    toSecretJson(await secrets.require({ namespace: params.namespace }, params.secret)),
  );
  for (const endpoint of [updateOrgSecret, replaceOrgSecret] as const) {
    routes.org(endpoint, async ({ params, body }) =>
      toSecretJson(await secrets.update({ namespace: params.namespace }, params.secret, body)),
    );
  }
  routes.org(deleteOrgSecret, async ({ params }) => {
    await secrets.delete({ namespace: params.namespace }, params.secret);
  });

  routes.session(listServerSecrets, async () => (await secrets.list('server')).map(toSecretJson));
  routes.session(createServerSecret, async ({ body }) =>
    toSecretJson(await secrets.create('server', body)),
  );
  routes.session(getServerSecret, async ({ params }) =>
    toSecretJson(await secrets.require('server', params.secret)),
  );
  routes.session(updateServerSecret, async ({ params, body }) =>
    toSecretJson(await secrets.update('server', params.secret, body)),
  );
  routes.session(deleteServerSecret, async ({ params }) => {
    await secrets.delete('server', params.secret);
  });
}
