import { z } from 'zod/mini';
import { uploadKinds } from '../../step-files.ts';
import { defineRunnerCall, noContent, rpcPath } from '../define-call.ts';

export const sendFile = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/files`,
  summary: 'Upload a file of a running step; it replaces a file of the same kind and path',
  query: z.object({
    kind: z.enum(uploadKinds),
    path: z.string(),
    executable: z.optional(z.literal('true')),
  }),
  upload: true,
  ...noContent,
});
