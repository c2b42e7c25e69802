import { isImagePattern } from '@millrace/pipeline/image-name';
import { z } from 'zod/mini';
import { secretEvents } from '../vocabulary.ts';
import { defineEndpoint } from './endpoint.ts';
import { secretName, secretValue } from './names.ts';
import { defineOwnedCall } from './owned-call.ts';

export const maxSecretLimits = 50;
const maxPatternLength = 250;
const tooMany = `Invalid Secret Limit: at most ${maxSecretLimits} patterns`;
const pattern = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Invalid Secret Limit: a pattern is empty'),
    z.maxLength(
      maxPatternLength,
      `Invalid Secret Limit: a pattern has at most ${maxPatternLength} characters`,
    ),
  );
const imagePattern = pattern.check(
  z.refine(isImagePattern, {
    error: ({ input }) => `Invalid Secret Limit: "${input}" is not an image name`,
  }),
);

/** Limits of the builds and steps that may use a secret. An empty list is no limit. */
const limits = {
  /** Events of builds. Builds of pull requests depend on `pull_request` alone. */
  events: z.array(z.enum(secretEvents)),
  /** Patterns of branch names. */
  branches: z.array(pattern).check(z.maxLength(maxSecretLimits, tooMany)),
  /** Patterns of image names. Only steps that run nothing but their image may use the secret. */
  images: z.array(imagePattern).check(z.maxLength(maxSecretLimits, tooMany)),
};

/**
 * A secret without its value. Secrets of a repository include its `repo_id`, secrets of an organization its
 * `namespace`, secrets of the whole server neither.
 */
export const secret = z.object({
  id: z.number(),
  repo_id: z.optional(z.number()),
  namespace: z.optional(z.string()),
  name: z.string(),
  pull_request: z.boolean(),
  pull_request_push: z.optional(z.boolean()),
  /** Absent on an original server. */
  events: z.optional(z.array(z.string())),
  branches: z.optional(z.array(z.string())),
  images: z.optional(z.array(z.string())),
  /** Time at which a runner last got the value, in Unix seconds; 0 if never. */
  last_used: z.optional(z.number()),
  /** Number of the build that last used it, for secrets of repositories; 0 if none. */
  last_used_build: z.optional(z.number()),
});
export type Secret = z.infer<typeof secret>;

const flags = {
  pull_request: z.optional(z.boolean()),
  pull_request_push: z.optional(z.boolean()),
  events: z.optional(limits.events),
  branches: z.optional(limits.branches),
  images: z.optional(limits.images),
};
const auditedFields = [
  'pull_request',
  'pull_request_push',
  'events',
  'branches',
  'images',
] as const;
export const newSecret = z.object({ name: secretName, data: secretValue, ...flags });
export type NewSecret = z.infer<typeof newSecret>;

export const secretChange = z.object({ data: z.optional(secretValue), ...flags });
export type SecretChange = z.infer<typeof secretChange>;

const update = { action: 'secret.update', fields: auditedFields } as const;

/** Calls for the secrets of a repository, of an organization and of the whole server. */
export const secretCalls = {
  list: defineOwnedCall({
    method: 'GET',
    things: 'secrets',
    item: '',
    summaries: {
      repo: 'List the secrets of a repository',
      org: 'List the secrets of an organization',
      server: 'List the secrets of the whole server',
    },
    output: z.array(secret),
  }),
  create: defineOwnedCall({
    method: 'POST',
    things: 'secrets',
    item: '',
    summaries: {
      repo: 'Add a secret to a repository',
      org: 'Add a secret to an organization',
      server: 'Add a secret for the builds of all repositories',
    },
    audit: { action: 'secret.create', fields: ['name', ...auditedFields] },
    body: newSecret,
    ignoresUnknown: true,
    output: secret,
  }),
  get: defineOwnedCall({
    method: 'GET',
    things: 'secrets',
    item: '/:secret',
    summaries: {
      repo: 'Get a secret of a repository',
      org: 'Get a secret of an organization',
      server: 'Get a secret of the whole server',
    },
    output: secret,
  }),
  update: defineOwnedCall({
    method: 'PATCH',
    things: 'secrets',
    item: '/:secret',
    summaries: {
      repo: 'Change the value or the limits of a secret',
      org: 'Change the value or the limits of an organization secret',
      server: 'Change the value or the limits of a secret of the whole server',
    },
    audit: update,
    body: secretChange,
    ignoresUnknown: true,
    output: secret,
  }),
  delete: defineOwnedCall({
    method: 'DELETE',
    things: 'secrets',
    item: '/:secret',
    summaries: {
      repo: 'Delete a secret of a repository',
      org: 'Delete a secret of an organization',
      server: 'Delete a secret of the whole server',
    },
    audit: { action: 'secret.delete' },
  }),
};

export const [listSecrets, listOrgSecrets, listServerSecrets] = secretCalls.list;
export const [createSecret, createOrgSecret, createServerSecret] = secretCalls.create;
export const [getSecret, getOrgSecret, getServerSecret] = secretCalls.get;
export const [updateSecret, updateOrgSecret, updateServerSecret] = secretCalls.update;
export const [deleteSecret, deleteOrgSecret, deleteServerSecret] = secretCalls.delete;

export const listAllOrgSecrets = defineEndpoint({
  method: 'GET',
  path: '/api/secrets',
  access: 'system',
  summary: 'List the secrets of every organization',
  output: z.array(secret),
});

export const replaceOrgSecret = defineEndpoint({
  method: 'POST',
  path: '/api/secrets/:namespace/:secret',
  access: 'owner',
  summary: 'Alias for existing clients',
  audit: update,
  body: secretChange,
  ignoresUnknown: true,
  output: secret,
});

const encrypted = z.object({ data: z.string() });

export const encryptText = defineEndpoint({
  method: 'POST',
  path: '/api/repos/:namespace/:name/encrypt',
  access: 'write',
  accessToken: 'admin',
  summary: 'Encrypt a value for a `kind: secret` document of this repository',
  audit: 'none',
  body: z.object({ data: secretValue }),
  ignoresUnknown: true,
  output: encrypted,
});

export const encryptSecret = defineEndpoint({
  method: 'POST',
  path: '/api/repos/:namespace/:name/encrypt/secret',
  access: 'write',
  accessToken: 'admin',
  summary: 'Alias for existing clients',
  audit: 'none',
  body: z.object({ name: z.optional(z.string()), data: secretValue }),
  ignoresUnknown: true,
  output: encrypted,
});

export const signPipeline = defineEndpoint({
  method: 'POST',
  path: '/api/repos/:namespace/:name/sign',
  access: 'write',
  accessToken: 'admin',
  summary: 'Create the `hmac` of the `kind: signature` document for a pipeline file',
  audit: 'none',
  body: z.object({ data: z.string() }),
  ignoresUnknown: true,
  output: z.object({ data: z.string() }),
});
