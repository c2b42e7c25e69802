import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';

/** Result of a check, with the error if it failed. */
export const health = z.object({ ok: z.boolean(), error: z.string(), ms: z.number() });

const agedData = z.object({
  content: z.enum(['branches', 'causes', 'recordings', 'runners']),
  count: z.number(),
  /** Absent if they are small. */
  bytes: z.optional(z.number()),
  /** Age at which it is deleted; 0 for no limit. */
  days: z.number(),
});

export const systemStatus = z.object({
  version: z.string(),
  commit: z.string(),
  node: z.string(),
  /** Start of this server, in Unix seconds. */
  started: z.number(),
  /** Servers on the database. Empty if it cannot be shared. */
  servers: z.array(z.object({ host: z.string(), seen: z.number(), own: z.boolean() })),
  database: z.object({
    kind: z.enum(['sqlite', 'postgres']),
    version: z.string(),
    bytes: z.number(),
    health,
  }),
  /** File system of the data folder. */
  disk: z.object({ folder: z.string(), free: z.number(), total: z.number(), reserve: z.number() }),
  /** Storage of logs and of artifacts. */
  stores: z.array(
    z.object({
      content: z.enum(['logs', 'artifacts']),
      kind: z.enum(['database', 'folder', 's3']),
      place: z.string(),
      health,
    }),
  ),
  /** Data beside builds that is deleted by its age. Empty if it cannot be counted. */
  aged: z.array(agedData),
  forge: z.object({ kind: z.string(), url: z.string(), health }),
  /** Certificate of this server; null if it does not serve HTTPS itself. */
  certificate: z.nullable(
    z.object({
      /** End of validity in Unix seconds; 0 until there is a certificate. */
      expires: z.number(),
      /** Reason why it could not be replaced; empty if none. */
      error: z.string(),
    }),
  ),
});

export const getSystemStatus = defineDetails({
  access: 'system',
  summary:
    'Get the version, and check the database, the disk, the object stores, the forge and the certificate',
  output: systemStatus,
});

/** A variable of the environment as the server read it. */
export const setting = z.object({
  name: z.string(),
  /** Value in force; empty if it has none or is secret. */
  value: z.string(),
  secret: z.boolean(),
  /** Whether the environment contains the variable. */
  set: z.boolean(),
  /** Value that is in force without the variable, or a description of it. */
  default: z.string(),
  /** Meaning of the setting. */
  text: z.string(),
});

export const listSettings = defineDetails({
  access: 'system',
  summary: 'List the settings in force, without secret values',
  output: z.array(setting),
});
