import { z } from 'zod/mini';

const text = z.optional(z.string());

/** Which builds are looked for: all that is given has to be so, and what is empty is not given. */
export const buildFilter = z.object({
  /** The branch that the change is for, of a pull request the one it goes into. */
  branch: text,
  tag: text,
  event: text,
  status: text,
  /** The login of who made the commit. */
  author: text,
  /** The environment of a deployment. */
  target: text,
  /** The name of a cron job. */
  cron: text,
  /** Created then or later: unix seconds, or a day as YYYY-MM-DD, which begins at midnight UTC. */
  after: text,
  /** Created earlier than that. */
  before: text,
  /** Starts of words of the title, of the message, or of the hash of the commit. */
  q: text,
});
export type BuildFilter = z.infer<typeof buildFilter>;
