import { z } from 'zod/mini';
import { buildEvents, statuses } from '../vocabulary.ts';

const maxLength = 250;
const text = (key: string) =>
  z.optional(
    z.string().check(z.maxLength(maxLength, `${key} has at most ${maxLength} characters`)),
  );
const oneOf = <const Values extends readonly string[]>(key: string, values: Values) =>
  z.optional(z.enum(['', ...values], `${key} is one of ${values.join(', ')}`));

/** Which builds are looked for: all that is given has to be so, and what is empty is not given. */
export const buildFilter = z.object({
  /** The branch that the change is for, of a pull request the one it goes into. */
  branch: z.optional(z.string()),
  tag: z.optional(z.string()),
  event: oneOf('event', buildEvents),
  status: oneOf('status', statuses),
  /** The login of who made the commit. */
  author: text('author'),
  /** The environment of a deployment. */
  target: text('target'),
  /** The name of a cron job. */
  cron: text('cron'),
  /** Created then or later: unix seconds, or a day as YYYY-MM-DD, which begins at midnight UTC. */
  after: text('after'),
  /** Created earlier than that. */
  before: text('before'),
  /** Starts of words of the title, of the message, or of the hash of the commit. */
  q: text('q'),
});
export type BuildFilter = z.input<typeof buildFilter>;

const facet = z.array(z.object({ value: z.string(), count: z.number() }));

/**
 * How many builds are found, and what each of the other values of a key would find, the most frequent
 * ones first. Builds without a value, of no cron job for example, are not among them.
 */
export const buildCounts = z.object({
  total: z.number(),
  by: z.object({
    status: facet,
    event: facet,
    branch: facet,
    author: facet,
    target: facet,
    cron: facet,
    /** Where the builds are those of several repositories. */
    repo: z.optional(facet),
  }),
});
export type BuildCounts = z.infer<typeof buildCounts>;
