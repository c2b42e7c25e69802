import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './pipeline-commits.schema.ts';

/** Maximum length of the message of a commit. */
export const maxCommitMessage = 5000;

export type PipelineCommit = z.infer<typeof schema.pipelineCommit>;

export type NewPipelineCommit = z.input<typeof schema.newPipelineCommit>;

export const commitPipelineFile = defineCall<typeof schema.commitPipelineFile>()(
  'POST',
  '/api/repos/:namespace/:name/pipeline/commits',
);
