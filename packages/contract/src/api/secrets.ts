import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import { defineOwnedCall } from './owned-call.ts';
import type * as schema from './secrets.schema.ts';

export const maxSecretLimits = 50;

export type Secret = z.infer<typeof schema.secret>;

export type NewSecret = z.infer<typeof schema.newSecret>;

export type SecretChange = z.infer<typeof schema.secretChange>;

/** Calls for the secrets of a repository, of an organization and of the whole server. */
export const secretCalls = {
  list: defineOwnedCall<typeof schema.secretCalls.list>()('GET', 'secrets', ''),
  create: defineOwnedCall<typeof schema.secretCalls.create>()('POST', 'secrets', ''),
  get: defineOwnedCall<typeof schema.secretCalls.get>()('GET', 'secrets', '/:secret'),
  update: defineOwnedCall<typeof schema.secretCalls.update>()('PATCH', 'secrets', '/:secret'),
  delete: defineOwnedCall<typeof schema.secretCalls.delete>()('DELETE', 'secrets', '/:secret'),
};

export const [listSecrets, listOrgSecrets, listServerSecrets] = secretCalls.list;
export const [createSecret, createOrgSecret, createServerSecret] = secretCalls.create;
export const [getSecret, getOrgSecret, getServerSecret] = secretCalls.get;
export const [updateSecret, updateOrgSecret, updateServerSecret] = secretCalls.update;
export const [deleteSecret, deleteOrgSecret, deleteServerSecret] = secretCalls.delete;

export const listAllOrgSecrets = defineCall<typeof schema.listAllOrgSecrets>()(
  'GET',
  '/api/secrets',
);

export const replaceOrgSecret = defineCall<typeof schema.replaceOrgSecret>()(
  'POST',
  '/api/secrets/:namespace/:secret',
);

export const encryptText = defineCall<typeof schema.encryptText>()(
  'POST',
  '/api/repos/:namespace/:name/encrypt',
);

export const encryptSecret = defineCall<typeof schema.encryptSecret>()(
  'POST',
  '/api/repos/:namespace/:name/encrypt/secret',
);

export const signPipeline = defineCall<typeof schema.signPipeline>()(
  'POST',
  '/api/repos/:namespace/:name/sign',
);
