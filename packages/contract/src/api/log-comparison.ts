import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './log-comparison.schema.ts';

export type SurplusLine = z.infer<typeof schema.surplusLine>;

export type ComparedLog = z.infer<typeof schema.comparedLog>;

export type LogComparison = z.infer<typeof schema.logComparison>;

/** Number of kinds listed per log; the rest is only counted. */
export const maxSurplusLines = 500;

export const compareLogs = defineCall<typeof schema.compareLogs>()(
  'GET',
  '/api/repos/:namespace/:name/builds/:build/logs/:stage/:step/compare',
);
