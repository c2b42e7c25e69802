import {
  type RunnerCredential as RunnerCredentialJson,
  registerRunner,
  runnerCredentialCalls,
} from '@millrace/contract/api';
import type { ApiRoutes } from '../../../http/api-routes.ts';
import { registerOwned } from '../../../http/owned-routes.ts';
import type { CredentialService, RunnerWithLoad } from './credential-service.ts';

export function registerCredentialRoutes(routes: ApiRoutes, service: CredentialService): void {
  const { list, create, revoke } = runnerCredentialCalls;
  registerOwned(routes, list, async ({ owner }) => (await service.list(owner)).map(toJson));
  registerOwned(routes, create, async ({ owner, ownerName, body, viewer }) => {
    const { token, added } = await service.add({ owner, ownerName, viewer }, body);
    return { ...toJson(added), token };
  });
  registerOwned(routes, revoke, async ({ owner, params }) => {
    await service.revoke(owner, params.credential);
    return undefined;
  });
  routes.guest(registerRunner, async ({ body }) => {
    const { credential, registered } = await service.register(body.token);
    const { id, name, labels } = registered;
    return { id, name, credential, ...(labels ? { labels } : {}) };
  });
}

function toJson(runner: RunnerWithLoad): RunnerCredentialJson {
  return {
    id: runner.id,
    name: runner.name,
    owner: runner.slug ?? runner.namespace ?? '',
    protected: runner.isProtected,
    ...(runner.labels ? { labels: runner.labels } : {}),
    created_by: runner.createdBy,
    created: runner.created,
    expires: runner.registered > 0 ? 0 : runner.tokenExpires,
    registered: runner.registered,
    last_used: runner.lastUsed,
    connected: runner.isConnected,
    running: runner.running,
  };
}
