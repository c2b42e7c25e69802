import { z } from 'zod/mini';

/** Part of the details of a stage. */
export const replayInputs = z.object({
  /** Maximum size of the files that are stored for a replay; absent if the build must not store any. */
  replayFilesBytes: z.optional(z.number()),
});
export type ReplayInputs = z.output<typeof replayInputs>;
