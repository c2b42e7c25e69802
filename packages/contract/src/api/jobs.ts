import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './jobs.schema.ts';

/** Maximum number of jobs in one response. */
export const maxJobPage = 1000;

export type Job = z.infer<typeof schema.job>;

export type JobList = z.infer<typeof schema.jobList>;

export const listJobs = defineCall<typeof schema.listJobs>()('GET', '/api/system/jobs');

export const retryJob = defineCall<typeof schema.retryJob>()('POST', '/api/system/jobs/:job/retry');

export const dropJob = defineCall<typeof schema.dropJob>()('DELETE', '/api/system/jobs/:job');
