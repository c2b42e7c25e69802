import { z } from 'zod/mini';
import { isImagePattern } from '../image-name.ts';
import { secretEvents } from '../vocabulary.ts';
import { defineEndpoint } from './endpoint.ts';
import { secretName, secretValue } from './names.ts';

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

const repoPath = '/api/repos/:namespace/:name/secrets';
const orgPath = '/api/secrets/:namespace';
const serverPath = '/api/system/secrets';

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
  audit: { action: 'secret.create', fields: ['name', ...auditedFields] },
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
  summary: 'Change the value or the limits of a secret',
  audit: { action: 'secret.update', fields: auditedFields },
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
  audit: { action: 'secret.create', fields: ['name', ...auditedFields] },
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
  summary: 'Change the value or the limits of an organization secret',
  audit: { action: 'secret.update', fields: auditedFields },
  body: secretChange,
  output: secret,
});

export const replaceOrgSecret = defineEndpoint({
  method: 'POST',
  path: `${orgPath}/:secret`,
  access: 'owner',
  summary: 'Alias for existing clients',
  audit: { action: 'secret.update', fields: auditedFields },
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

export const listServerSecrets = defineEndpoint({
  method: 'GET',
  path: serverPath,
  access: 'system',
  summary: 'List the secrets of the whole server',
  output: z.array(secret),
});

export const createServerSecret = defineEndpoint({
  method: 'POST',
  path: serverPath,
  access: 'system',
  summary: 'Add a secret for the builds of all repositories',
  audit: { action: 'secret.create', fields: ['name', ...auditedFields] },
  body: newSecret,
  output: secret,
});

export const getServerSecret = defineEndpoint({
  method: 'GET',
  path: `${serverPath}/:secret`,
  access: 'system',
  summary: 'Get a secret of the whole server',
  output: secret,
});

export const updateServerSecret = defineEndpoint({
  method: 'PATCH',
  path: `${serverPath}/:secret`,
  access: 'system',
  summary: 'Change the value or the limits of a secret of the whole server',
  audit: { action: 'secret.update', fields: auditedFields },
  body: secretChange,
  output: secret,
});

export const deleteServerSecret = defineEndpoint({
  method: 'DELETE',
  path: `${serverPath}/:secret`,
  access: 'system',
  summary: 'Delete a secret of the whole server',
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
