import * as z from 'zod/mini';

/** Up to where the server has the output of a step, for a runner that continues there after a restart. */
export const outputBookmark = z.object({
  /** Number of bytes of output. */
  offset: z.number(),
  /** Number of lines that the server has. */
  lines: z.number(),
  /** Bytes of the part of the log before its middle. */
  headBytes: z.number(),
  /** Size of the rest; absent until the log exceeds its limit. */
  left: z.optional(z.object({ lines: z.number(), bytes: z.number() })),
});

export type OutputBookmark = z.infer<typeof outputBookmark>;

export const emptyBookmark: OutputBookmark = { offset: 0, lines: 0, headBytes: 0 };
