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
    /** Days after which an artifact is deleted, if not before by the settings of its repository. */
    days: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'Invalid number of days'))),
  }),
  upload: true,
  ...noContent,
});
