import { z } from 'zod/mini';
import { isRegistryHost, registryHost } from '../image-name.ts';
import { defineEndpoint } from './endpoint.ts';

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
export type Registry = z.infer<typeof registry>;

export const newRegistry = z.object({ address, username, password });
export type NewRegistry = z.input<typeof newRegistry>;

export const registryChange = z.object({
  username: z.optional(username),
  password: z.optional(password),
});
export type RegistryChange = z.infer<typeof registryChange>;

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
export type ImportedRegistries = z.infer<typeof importedRegistries>;

const repoPath = '/api/repos/:namespace/:name/registries';
const orgPath = '/api/registries/:namespace';
const serverPath = '/api/system/registries';
const create = { action: 'registry.create', fields: ['address', 'username'] } as const;
const update = { action: 'registry.update', fields: ['username'] } as const;
const remove = { action: 'registry.delete' } as const;
const importing = { action: 'registry.import' } as const;

export const listRegistries = defineEndpoint({
  method: 'GET',
  path: repoPath,
  access: 'write',
  summary: 'List the registry credentials of a repository',
  output: z.array(registry),
});

export const createRegistry = defineEndpoint({
  method: 'POST',
  path: repoPath,
  access: 'write',
  summary: 'Add registry credentials to a repository',
  audit: create,
  body: newRegistry,
  output: registry,
});

export const importRegistries = defineEndpoint({
  method: 'POST',
  path: `${repoPath}/import`,
  access: 'write',
  summary: 'Add the credentials of a Docker config.json to a repository, and replace existing ones',
  audit: importing,
  body: registryImport,
  output: importedRegistries,
});

export const updateRegistry = defineEndpoint({
  method: 'PATCH',
  path: `${repoPath}/:registry`,
  access: 'write',
  summary: 'Change registry credentials of a repository',
  audit: update,
  body: registryChange,
  output: registry,
});

export const deleteRegistry = defineEndpoint({
  method: 'DELETE',
  path: `${repoPath}/:registry`,
  access: 'write',
  summary: 'Delete registry credentials of a repository',
  audit: remove,
});

export const listOrgRegistries = defineEndpoint({
  method: 'GET',
  path: orgPath,
  access: 'member',
  summary: 'List the registry credentials of an organization',
  output: z.array(registry),
});

export const createOrgRegistry = defineEndpoint({
  method: 'POST',
  path: orgPath,
  access: 'owner',
  summary: 'Add registry credentials to an organization',
  audit: create,
  body: newRegistry,
  output: registry,
});

export const importOrgRegistries = defineEndpoint({
  method: 'POST',
  path: `${orgPath}/import`,
  access: 'owner',
  summary:
    'Add the credentials of a Docker config.json to an organization, and replace existing ones',
  audit: importing,
  body: registryImport,
  output: importedRegistries,
});

export const updateOrgRegistry = defineEndpoint({
  method: 'PATCH',
  path: `${orgPath}/:registry`,
  access: 'owner',
  summary: 'Change registry credentials of an organization',
  audit: update,
  body: registryChange,
  output: registry,
});

export const deleteOrgRegistry = defineEndpoint({
  method: 'DELETE',
  path: `${orgPath}/:registry`,
  access: 'owner',
  summary: 'Delete registry credentials of an organization',
  audit: remove,
});

export const listServerRegistries = defineEndpoint({
  method: 'GET',
  path: serverPath,
  access: 'system',
  summary: 'List the registry credentials of the whole server',
  output: z.array(registry),
});

export const createServerRegistry = defineEndpoint({
  method: 'POST',
  path: serverPath,
  access: 'system',
  summary: 'Add registry credentials for the builds of all repositories',
  audit: create,
  body: newRegistry,
  output: registry,
});

export const importServerRegistries = defineEndpoint({
  method: 'POST',
  path: `${serverPath}/import`,
  access: 'system',
  summary: 'Add the credentials of a Docker config.json to the server, and replace existing ones',
  audit: importing,
  body: registryImport,
  output: importedRegistries,
});

export const updateServerRegistry = defineEndpoint({
  method: 'PATCH',
  path: `${serverPath}/:registry`,
  access: 'system',
  summary: 'Change registry credentials of the whole server',
  audit: update,
  body: registryChange,
  output: registry,
});

export const deleteServerRegistry = defineEndpoint({
  method: 'DELETE',
  path: `${serverPath}/:registry`,
  access: 'system',
  summary: 'Delete registry credentials of the whole server',
  audit: remove,
});
