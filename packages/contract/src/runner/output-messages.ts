import { z } from 'zod/mini';

/** Part of the details of a stage. */
export const outputInputs = z.object({
  /** Outputs of the stages that this one depends on; absent if there are none. */
  outputs: z.optional(
    z.array(z.object({ name: z.string(), data: z.string(), isMasked: z.boolean() })),
  ),
});
export type OutputInputs = z.output<typeof outputInputs>;
