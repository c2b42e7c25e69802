import { z } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { secretName, secretValue } from './names.ts';

/** A secret without its value. Secrets of an organization include its `namespace`. */
export const secret = z.object({
  id: z.number(),
  repo_id: z.optional(z.number()),
  namespace: z.optional(z.string()),
  name: z.string(),
  pull_request: z.boolean(),
  pull_request_push: z.optional(z.boolean()),
});
export type Secret = z.infer<typeof secret>;

const flags = {
  pull_request: z.optional(z.boolean()),
  pull_request_push: z.optional(z.boolean()),
};
export const newSecret = z.object({ name: secretName, data: secretValue, ...flags });
export type NewSecret = z.infer<typeof newSecret>;

export const secretChange = z.object({ data: z.optional(secretValue), ...flags });
export type SecretChange = z.infer<typeof secretChange>;

const repoPath = '/api/repos/:namespace/:name/secrets';
const orgPath = '/api/secrets/:namespace';

export const listSecrets = defineEndpoint({
  method: 'GET',
  path: repoPath,
  access: 'write',
  summary: 'List the secrets of a repository',
  output: z.array(secret),
});

export const createSecret = defineEndpoint({
  method: 'POST',
  path: repoPath,
  access: 'write',
  summary: 'Add a secret to a repository',
  audit: { action: 'secret.create', fields: ['name', 'pull_request', 'pull_request_push'] },
  body: newSecret,
  output: secret,
});

export const getSecret = defineEndpoint({
  method: 'GET',
  path: `${repoPath}/:secret`,
  access: 'write',
  summary: 'Get a secret of a repository',
  output: secret,
});

export const updateSecret = defineEndpoint({
  method: 'PATCH',
  path: `${repoPath}/:secret`,
  access: 'write',
  summary: 'Change the value or the flags of a secret',
  audit: { action: 'secret.update', fields: ['pull_request', 'pull_request_push'] },
  body: secretChange,
  output: secret,
});

export const deleteSecret = defineEndpoint({
  method: 'DELETE',
  path: `${repoPath}/:secret`,
  access: 'write',
  summary: 'Delete a secret of a repository',
  audit: { action: 'secret.delete' },
});

export const listAllOrgSecrets = defineEndpoint({
  method: 'GET',
  path: '/api/secrets',
  access: 'system',
  summary: 'List the secrets of every organization',
  output: z.array(secret),
});

export const listOrgSecrets = defineEndpoint({
  method: 'GET',
  path: orgPath,
  access: 'member',
  summary: 'List the secrets of an organization',
  output: z.array(secret),
});

export const createOrgSecret = defineEndpoint({
  method: 'POST',
  path: orgPath,
  access: 'owner',
  summary: 'Add a secret to an organization',
  audit: { action: 'secret.create', fields: ['name', 'pull_request', 'pull_request_push'] },
  body: newSecret,
  output: secret,
});

export const getOrgSecret = defineEndpoint({
  method: 'GET',
  path: `${orgPath}/:secret`,
  access: 'member',
  summary: 'Get a secret of an organization',
  output: secret,
});

export const updateOrgSecret = defineEndpoint({
  method: 'PATCH',
  path: `${orgPath}/:secret`,
  access: 'owner',
  summary: 'Change the value or the flags of an organization secret',
  audit: { action: 'secret.update', fields: ['pull_request', 'pull_request_push'] },
  body: secretChange,
  output: secret,
});

export const replaceOrgSecret = defineEndpoint({
  method: 'POST',
  path: `${orgPath}/:secret`,
  access: 'owner',
  summary: 'Alias for existing clients',
  audit: { action: 'secret.update', fields: ['pull_request', 'pull_request_push'] },
  body: secretChange,
  output: secret,
});

export const deleteOrgSecret = defineEndpoint({
  method: 'DELETE',
  path: `${orgPath}/:secret`,
  access: 'owner',
  summary: 'Delete a secret of an organization',
  audit: { action: 'secret.delete' },
});

const encrypted = z.object({ data: z.string() });

export const encryptText = defineEndpoint({
  method: 'POST',
  path: '/api/repos/:namespace/:name/encrypt',
  access: 'write',
  summary: 'Encrypt a value for a `kind: secret` document of this repository',
  audit: 'none',
  body: z.object({ data: secretValue }),
  output: encrypted,
});

export const encryptSecret = defineEndpoint({
  method: 'POST',
  path: '/api/repos/:namespace/:name/encrypt/secret',
  access: 'write',
  summary: 'Alias for existing clients',
  audit: 'none',
  body: z.object({ name: z.optional(z.string()), data: secretValue }),
  output: encrypted,
});

export const signPipeline = defineEndpoint({
  method: 'POST',
  path: '/api/repos/:namespace/:name/sign',
  access: 'write',
  summary: 'Create the `hmac` of the `kind: signature` document for a pipeline file',
  audit: 'none',
  body: z.object({ data: z.string() }),
  output: z.object({ data: z.string() }),
});
