import { z } from 'zod/mini';
import { jobStates } from '../vocabulary.ts';
import { defineDetails } from './endpoint.ts';

/** A stored background job. Its payload is not part of it. */
export const job = z.object({
  id: z.number(),
  kind: z.string(),
  /** Identifies the job within its kind. */
  key: z.string(),
  /** Slug of the repository that it is for; empty for none. */
  repo: z.string(),
  state: z.enum(jobStates),
  /** Time at which it was added, and at which it is due or has failed, in Unix seconds. */
  since: z.number(),
  due: z.number(),
  tries: z.number(),
  /** Error of a failed job; otherwise empty. */
  error: z.string(),
});

export const jobList = z.object({
  /** Jobs by kind and state, regardless of the filter. */
  counts: z.array(z.object({ kind: z.string(), state: z.enum(jobStates), count: z.number() })),
  /** Failed jobs first, then the next ones due. */
  jobs: z.array(job),
});

export const listJobs = defineDetails({
  access: 'system',
  summary: 'Filter and count background jobs: due, waiting, retried and failed ones',
  query: z.object({
    kind: z.optional(z.string()),
    state: z.optional(z.string()),
    /** Part of the key, the repository or the error. */
    q: z.optional(z.string()),
    limit: z.optional(z.string()),
  }),
  output: jobList,
});

export const retryJob = defineDetails({
  access: 'system',
  summary: 'Run a background job as soon as possible',
  audit: { action: 'job.retry' },
});

export const dropJob = defineDetails({
  access: 'system',
  summary: 'Delete a background job without running it',
  audit: { action: 'job.drop' },
});
