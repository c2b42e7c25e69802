import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';
import { branchText } from './names.schema.ts';

const commit = z.object({
  sha: z.string(),
  /** First line of the message. */
  title: z.string(),
  author: z.string(),
  /** Time of the commit in seconds; 0 if the forge does not provide it. */
  committed: z.number(),
});

/** Tag. Forges that list only names and hashes omit the rest. */
const tag = z.extend(z.partial(commit), { name: z.string(), sha: z.string() });

export const revisions = z.object({ commits: z.array(commit), tags: z.array(tag) });

const maxSearchLength = 250;

export const listRevisions = defineDetails({
  access: 'write',
  summary:
    'List the newest commits of a `branch` and the newest tags; with `q`, those whose hash, message, author or name contains it',
  query: z.object({
    branch: z.optional(branchText),
    q: z.optional(
      z
        .string()
        .check(
          z.maxLength(
            maxSearchLength,
            `Invalid query: q has at most ${maxSearchLength} characters`,
          ),
        ),
    ),
  }),
  output: revisions,
});
