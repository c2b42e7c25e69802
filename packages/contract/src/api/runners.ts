import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './runners.schema.ts';

export type Runner = z.infer<typeof schema.runner>;

export const listRunners = defineCall<typeof schema.listRunners>()('GET', '/api/runners');

export type RunnerSummary = z.infer<typeof schema.runnerSummary>;

export const listRunnerSummaries = defineCall<typeof schema.listRunnerSummaries>()(
  'GET',
  '/api/system/runners',
);

export const setRunnerState = defineCall<typeof schema.setRunnerState>()(
  'PUT',
  '/api/system/runners/:runner/state',
);

export const forgetRunner = defineCall<typeof schema.forgetRunner>()(
  'DELETE',
  '/api/system/runners/:runner',
);
