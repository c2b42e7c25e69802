import { z } from 'zod/mini';

/** Part of the details of a stage. */
export const outputInputs = z.object({
  /** Outputs of the stages that this one depends on; absent if there are none. */
  outputs: z.optional(
    z.array(z.object({ name: z.string(), data: z.string(), isMasked: z.boolean() })),
  ),
  /** Names of outputs of this stage that are values of a matrix, which people see; absent if there are none. */
  matrixOutputs: z.optional(z.array(z.string())),
});
export type OutputInputs = z.output<typeof outputInputs>;
