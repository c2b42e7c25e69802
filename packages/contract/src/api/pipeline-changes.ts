import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './pipeline-changes.schema.ts';

/** Maximum number of listed stages and steps that differ: those that differ in the most builds. */
export const maxChangedParts = 10;

export type PipelineChangeResult = z.infer<typeof schema.pipelineChangeResult>;

export type PipelineChange = z.infer<typeof schema.pipelineChange>;

export const getPipelineChange = defineCall<typeof schema.getPipelineChange>()(
  'GET',
  '/api/repos/:namespace/:name/builds/:build/pipeline-change',
);
