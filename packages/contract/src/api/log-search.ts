import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './log-search.schema.ts';

export type LogHit = z.infer<typeof schema.logHit>;

export type StepHits = z.infer<typeof schema.stepHits>;

export type ScanLimit = z.infer<typeof schema.scanLimit>;

export type LogSearch = z.infer<typeof schema.logSearch>;

/** Maximum number of matches listed per step and in total; the rest is only counted. */
export const maxHitsOfStep = 100;

export const maxHits = 1000;

export const searchLogs = defineCall<typeof schema.searchLogs>()(
  'GET',
  '/api/repos/:namespace/:name/builds/:build/search',
);
