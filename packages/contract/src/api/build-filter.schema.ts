import { z } from 'zod/mini';

const text = z.optional(z.string());

/** Filters builds. Every given key must match; an empty value counts as not given. */
export const buildFilter = z.object({
  /** Target branch. For a pull request, the branch it merges into. */
  branch: text,
  tag: text,
  event: text,
  status: text,
  /** Login of the commit author. */
  author: text,
  /** Deployment target. */
  target: text,
  /** Name of a cron job. */
  cron: text,
  /** Created at or after this time: unix seconds, or a day as YYYY-MM-DD, which begins at midnight UTC. */
  after: text,
  /** Created before this time. */
  before: text,
  /** Prefixes of words in the title, the message or the commit hash. */
  q: text,
  /** Prefixes of words in the error lines of failed steps. */
  failure: text,
});
