import { z } from 'zod/mini';
import type { ForgeEvent } from '../../forges/forge.ts';

const push = z.object({
  kind: z.literal('push'),
  ref: z.string(),
  before: z.string(),
  after: z.string(),
  link: z.optional(z.string()),
  tagBranch: z.optional(z.string()),
  isSkipped: z.optional(z.boolean()),
  changedPaths: z.optional(z.array(z.string())),
});

const pullRequest = z.object({
  kind: z.literal('pullRequest'),
  action: z.enum(['opened', 'synchronized', 'reopened', 'closed']),
  number: z.number(),
  title: z.string(),
  body: z.string(),
  link: z.string(),
  ref: z.string(),
  source: z.string(),
  sourceRepo: z.string(),
  target: z.string(),
  sha: z.string(),
  base: z.string(),
});

const deleted = z.object({ kind: z.literal('deleted') });

/** Forge event as stored with its webhook delivery, possibly by another version of the server. */
export const forgeEvent = z.object({
  delivery: z.string(),
  shownId: z.optional(z.string()),
  repo: z.object({
    namespace: z.string(),
    name: z.string(),
    uid: z.optional(z.string()),
    ownerUid: z.optional(z.string()),
    defaultBranch: z.optional(z.string()),
    isPrivate: z.optional(z.boolean()),
  }),
  sender: z.object({
    uid: z.optional(z.string()),
    login: z.string(),
    avatar: z.string(),
    name: z.optional(z.string()),
    email: z.optional(z.string()),
    reader: z.optional(z.string()),
  }),
  news: z.array(z.discriminatedUnion('kind', [push, pullRequest, deleted])),
}) satisfies z.ZodMiniType<ForgeEvent>;
