import { isRegistryHost, registryHost } from '@millrace/pipeline/image-name';
import { z } from 'zod/mini';
import { defineOwnedDetails } from './owned-call.schema.ts';

const maxFieldLength = 250;

/** Some registries have keys of several kilobytes as passwords. */
const maxPasswordLength = 20_000;

/** Size of a Docker `config.json` with many logins. */
const maxConfigLength = 200_000;

const address = z.pipe(
  z.string({ error: 'Invalid Registry Address' }),
  z.pipe(
    z.transform((given: string) => registryHost(given)),
    z
      .string()
      .check(
        z.maxLength(
          maxFieldLength,
          `Invalid Registry Address: at most ${maxFieldLength} characters`,
        ),
        z.refine(
          isRegistryHost,
          'Invalid Registry Address: a host, with a port if it needs one, such as ghcr.io',
        ),
      ),
  ),
);

const username = z.string({ error: 'Invalid Registry Username' }).check(
  z.trim(),
  z.minLength(1, 'Invalid Registry Username'),
  z.maxLength(maxFieldLength, `Invalid Registry Username: at most ${maxFieldLength} characters`),
  // Docker separates name and password by the first colon.
  z.refine((name) => !name.includes(':'), 'Invalid Registry Username: it must not have a colon'),
);

const password = z
  .string({ error: 'Invalid Registry Password' })
  .check(
    z.minLength(1, 'Invalid Registry Password'),
    z.maxLength(
      maxPasswordLength,
      `Invalid Registry Password: at most ${maxPasswordLength} characters`,
    ),
  );

/**
 * Credentials of an image registry, without the password. Those of a repository include its `repo_id`, those of an
 * organization its `namespace`, those of the whole server neither.
 */
export const registry = z.object({
  id: z.number(),
  repo_id: z.optional(z.number()),
  namespace: z.optional(z.string()),
  /** Host, with a port if it is not the usual one. */
  address: z.string(),
  username: z.string(),
  created: z.number(),
  updated: z.number(),
  /** Time at which a runner last got the password, in Unix seconds; 0 if never. */
  last_used: z.number(),
});

export const newRegistry = z.object({ address, username, password });

export const registryChange = z.object({
  username: z.optional(username),
  password: z.optional(password),
});

export const registryImport = z.object({
  /** Text of a Docker `config.json`. */
  config: z
    .string({ error: 'Invalid Docker Config' })
    .check(z.maxLength(maxConfigLength, 'Invalid Docker Config: it is too large')),
});

/** Result of an import. */
export const importedRegistries = z.object({
  /** Credentials that were added or replaced. */
  registries: z.array(registry),
  /** Registries whose password is not in the file. */
  skipped: z.array(z.string()),
});

export const registryCalls = {
  list: defineOwnedDetails({
    summaries: {
      repo: 'List the registry credentials of a repository',
      org: 'List the registry credentials of an organization',
      server: 'List the registry credentials of the whole server',
    },
    output: z.array(registry),
  }),
  create: defineOwnedDetails({
    summaries: {
      repo: 'Add registry credentials to a repository',
      org: 'Add registry credentials to an organization',
      server: 'Add registry credentials for the builds of all repositories',
    },
    audit: { action: 'registry.create', fields: ['address', 'username'] },
    body: newRegistry,
    output: registry,
  }),
  import: defineOwnedDetails({
    summaries: {
      repo: 'Add the credentials of a Docker config.json to a repository, and replace existing ones',
      org: 'Add the credentials of a Docker config.json to an organization, and replace existing ones',
      server:
        'Add the credentials of a Docker config.json to the server, and replace existing ones',
    },
    audit: { action: 'registry.import' },
    body: registryImport,
    output: importedRegistries,
  }),
  update: defineOwnedDetails({
    summaries: {
      repo: 'Change registry credentials of a repository',
      org: 'Change registry credentials of an organization',
      server: 'Change registry credentials of the whole server',
    },
    audit: { action: 'registry.update', fields: ['username'] },
    body: registryChange,
    output: registry,
  }),
  delete: defineOwnedDetails({
    summaries: {
      repo: 'Delete registry credentials of a repository',
      org: 'Delete registry credentials of an organization',
      server: 'Delete registry credentials of the whole server',
    },
    audit: { action: 'registry.delete' },
  }),
};
