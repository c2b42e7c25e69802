import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';

/** A recorded change. Events are never changed, and stay when the account or repository is deleted. */
export const auditEvent = z.object({
  /** Grows with time. */
  id: z.number(),
  /** Unix milliseconds. */
  time: z.number(),
  /** One of `auditActions`, unless a newer version has recorded the event. */
  action: z.string(),
  /** Login; empty for a rejected sign-in and for the command line. */
  actor: z.string(),
  /** One of `auditCredentials`, as above. */
  credential: z.string(),
  /** Name of the access token; empty for other credentials. */
  token: z.string(),
  /** IP address of the caller; empty for the command line. */
  address: z.string(),
  /** Slug of the repository at that time; empty if the change concerns none. */
  repo: z.string(),
  /** Path of the changed object below its repository or namespace, such as `7/2` or a name. */
  target: z.string(),
  /** Recorded fields of the call. Values of secrets are never among them. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

const repoFilter = z.object({
  /** Only events with a smaller id: the next page. */
  before: z.optional(z.string()),
  per_page: z.optional(z.string()),
  /** Part of the login. */
  actor: z.optional(z.string()),
  /** An action, or its first word: `build.cancel`, `build`. */
  action: z.optional(z.string()),
  /** Unix seconds. */
  from: z.optional(z.string()),
  /** Unix seconds, exclusive. */
  to: z.optional(z.string()),
  /** `jsonl` requests JSON lines, like the `Accept` header. */
  format: z.optional(z.string()),
});

export const serverFilter = z.extend(repoFilter, { repo: z.optional(z.string()) });

export const listAuditEvents = defineDetails({
  access: 'system',
  summary: 'List recorded changes, newest first; as JSON lines, all of them',
  query: serverFilter,
  output: z.array(auditEvent),
  lineStream: true,
});

export const listRepoAuditEvents = defineDetails({
  access: 'admin',
  forAuditors: true,
  summary: 'List recorded changes of a repository, newest first; as JSON lines, all of them',
  query: repoFilter,
  output: z.array(auditEvent),
  lineStream: true,
});
