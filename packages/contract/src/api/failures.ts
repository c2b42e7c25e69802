import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './failures.schema.ts';

export type FailingStep = z.infer<typeof schema.failingStep>;

export type CommitOfBuild = z.infer<typeof schema.commitOfBuild>;

export type FailureHistory = z.infer<typeof schema.failureHistory>;

export const getFailureHistory = defineCall<typeof schema.getFailureHistory>()(
  'GET',
  '/api/repos/:namespace/:name/builds/:build/failure',
);
