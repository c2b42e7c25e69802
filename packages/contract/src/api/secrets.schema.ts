import { isImagePattern } from '@millrace/pipeline/image-name';
import { z } from 'zod/mini';
import { secretEvents } from '../vocabulary.ts';
import { defineDetails } from './endpoint.ts';
import { secretName, secretValue } from './names.schema.ts';
import { defineOwnedDetails } from './owned-call.schema.ts';
import { maxSecretLimits } from './secrets.ts';

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

export const secretChange = z.object({ data: z.optional(secretValue), ...flags });

const update = { action: 'secret.update', fields: auditedFields } as const;

export const secretCalls = {
  list: defineOwnedDetails({
    summaries: {
      repo: 'List the secrets of a repository',
      org: 'List the secrets of an organization',
      server: 'List the secrets of the whole server',
    },
    output: z.array(secret),
  }),
  create: defineOwnedDetails({
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
  get: defineOwnedDetails({
    summaries: {
      repo: 'Get a secret of a repository',
      org: 'Get a secret of an organization',
      server: 'Get a secret of the whole server',
    },
    forPrograms: 'The list has the same',
    output: secret,
  }),
  update: defineOwnedDetails({
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
  delete: defineOwnedDetails({
    summaries: {
      repo: 'Delete a secret of a repository',
      org: 'Delete a secret of an organization',
      server: 'Delete a secret of the whole server',
    },
    audit: { action: 'secret.delete' },
  }),
};

export const listAllOrgSecrets = defineDetails({
  access: 'system',
  summary: 'List the secrets of every organization',
  forPrograms: 'For scripts of administrators; people see those of one organization',
  output: z.array(secret),
});

export const replaceOrgSecret = defineDetails({
  access: 'owner',
  summary: 'Alias for existing clients',
  forPrograms: 'The same as `updateOrgSecret`, for existing clients',
  audit: update,
  body: secretChange,
  ignoresUnknown: true,
  output: secret,
});

const encrypted = z.object({ data: z.string() });

export const encryptText = defineDetails({
  access: 'write',
  accessToken: 'admin',
  summary: 'Encrypt a value for a `kind: secret` document of this repository',
  forPrograms: 'Used where the pipeline file is written: by the command line client',
  audit: 'none',
  body: z.object({ data: secretValue }),
  ignoresUnknown: true,
  output: encrypted,
});

export const encryptSecret = defineDetails({
  access: 'write',
  accessToken: 'admin',
  summary: 'Alias for existing clients',
  forPrograms: 'The same as `encryptText`, for existing clients',
  audit: 'none',
  body: z.object({ name: z.optional(z.string()), data: secretValue }),
  ignoresUnknown: true,
  output: encrypted,
});

export const signPipeline = defineDetails({
  access: 'write',
  accessToken: 'admin',
  summary: 'Create the `hmac` of the `kind: signature` document for a pipeline file',
  forPrograms: 'Used where the pipeline file is written: by the command line client',
  audit: 'none',
  body: z.object({ data: z.string() }),
  ignoresUnknown: true,
  output: z.object({ data: z.string() }),
});
