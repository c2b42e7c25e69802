import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import { defineOwnedCall } from './owned-call.ts';
import type * as schema from './runner-credentials.schema.ts';

export const maxRunnerLabels = 20;

export type RunnerCredential = z.infer<typeof schema.runnerCredential>;

export type NewRunner = z.infer<typeof schema.newRunner>;

export type AddedRunner = z.infer<typeof schema.addedRunner>;

const things = 'runner-credentials';

/** Calls for the runners of a repository, of an organization and of the whole server. */
export const runnerCredentialCalls = {
  list: defineOwnedCall<typeof schema.runnerCredentialCalls.list>()('GET', things, ''),
  create: defineOwnedCall<typeof schema.runnerCredentialCalls.create>()('POST', things, ''),
  revoke: defineOwnedCall<typeof schema.runnerCredentialCalls.revoke>()(
    'DELETE',
    things,
    '/:credential',
  ),
};

export const [listRepoRunners, listOrgRunners, listServerRunners] = runnerCredentialCalls.list;
export const [addRepoRunner, addOrgRunner, addServerRunner] = runnerCredentialCalls.create;
export const [revokeRepoRunner, revokeOrgRunner, revokeServerRunner] = runnerCredentialCalls.revoke;

export const registerRunner = defineCall<typeof schema.registerRunner>()(
  'POST',
  '/api/register-runner',
);
