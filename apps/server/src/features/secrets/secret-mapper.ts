import type { Secret } from '@millrace/contract/api';
import type { SecretRow } from '../../db/tables.ts';

/** What is shown of a secret; its value is never. */
export function toSecretJson(row: SecretRow): Secret {
  return {
    id: row.id,
    ...(row.repo_id === null ? {} : { repo_id: row.repo_id }),
    ...(row.namespace === null ? {} : { namespace: row.namespace }),
    name: row.name,
    pull_request: row.pull_request === 1,
    pull_request_push: row.pull_request_push === 1,
  };
}
