import type { Secret as SecretJson } from '@millrace/contract/api';
import type { Secret } from './secret.ts';

/** Never includes the value of a secret. */
export function toSecretJson(secret: Secret): SecretJson {
  return {
    id: secret.id,
    ...(secret.repoId === null ? {} : { repo_id: secret.repoId }),
    ...(secret.namespace === null ? {} : { namespace: secret.namespace }),
    name: secret.name,
    pull_request: secret.pullRequest,
    pull_request_push: secret.pullRequestPush,
    events: secret.events,
    branches: secret.branches,
    images: secret.images,
    last_used: secret.lastUsed,
    ...(secret.repoId === null ? {} : { last_used_build: secret.lastUsedBuild }),
  };
}
