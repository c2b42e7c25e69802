import { z } from 'zod/mini';
import { statuses, visibilities } from '../vocabulary.ts';
import { defineDetails } from './endpoint.ts';

/** Stored bytes of a repository. */
export const repoSize = z.object({
  git: z.number(),
  logs: z.number(),
  artifacts: z.number(),
  caches: z.number(),
  /** Time of the measurement, in Unix seconds. */
  measured: z.number(),
});

export const repoSummary = z.object({
  slug: z.string(),
  /** Login of the account whose access to the forge is used; empty if it was deleted. */
  owner: z.string(),
  active: z.boolean(),
  visibility: z.enum(visibilities),
  trusted: z.boolean(),
  /** Null until it is measured. */
  size: z.nullable(repoSize),
  last_build: z.nullable(
    z.object({ number: z.number(), status: z.enum(statuses), created: z.number() }),
  ),
});

export const repoSummaries = z.object({
  /** Number of repositories that match the filter, and their measured bytes. */
  matching: z.number(),
  bytes: z.number(),
  repos: z.array(repoSummary),
});

export const listRepoSummaries = defineDetails({
  access: 'system',
  summary: 'Filter and count all repositories, with their sizes and newest builds',
  query: z.object({
    /** Part of the slug or of the owner. */
    q: z.optional(z.string()),
    /** `true` or `false`. */
    active: z.optional(z.string()),
    /** `slug`, or `size` for the largest first. */
    sort: z.optional(z.string()),
    limit: z.optional(z.string()),
  }),
  output: repoSummaries,
});
