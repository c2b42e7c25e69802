import { z } from 'zod/mini';
import { artifactPage } from '../artifact-messages.ts';
import { defineRunnerCall, rpcPath } from '../define-call.ts';

export const listEarlierArtifacts = defineRunnerCall({
  method: 'GET',
  path: `${rpcPath}/step/:step/artifacts`,
  summary:
    'List the artifacts of a stage that the stage of a running step depends on, by step and path',
  query: z.object({
    /** Name of the stage. */
    stage: z.string(),
    /** Start of the page: `next` of the page before. */
    after: z.optional(z.string()),
  }),
  output: artifactPage,
  isOptional: true,
});

export const loadEarlierArtifact = defineRunnerCall({
  method: 'GET',
  path: `${rpcPath}/step/:step/artifacts/:artifact`,
  summary: 'Download an artifact of a stage that the stage of a running step depends on',
  output: z.string(),
  contentType: 'application/octet-stream',
  download: true,
  isOptional: true,
});
