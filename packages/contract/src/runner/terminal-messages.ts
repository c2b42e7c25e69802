import { z } from 'zod/mini';
import { terminalLimits } from '../terminals.ts';

const size = { columns: z.int(), rows: z.int() };
const text = z.string().check(z.maxLength(500));

/** Part of the details of a stage. */
export const terminalInputs = z.object({
  /** Whether the environment of a failed step may be kept for terminals; absent if not. */
  keepsFailed: z.optional(z.boolean()),
  /** Name of the step before which the stage pauses for terminals; absent if it does not. */
  pauseBefore: z.optional(z.string()),
});
export type TerminalInputs = z.output<typeof terminalInputs>;

/** Request of a person to a terminal of a kept step, in the order of the numbers. */
export const terminalOrder = z.object({
  number: z.int(),
  terminal: z.int(),
  order: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('open'), ...size }),
    /** Bytes in base64. */
    z.object({ kind: z.literal('input'), data: z.string() }),
    z.object({ kind: z.literal('resize'), ...size }),
    z.object({ kind: z.literal('close') }),
  ]),
});
export type TerminalOrder = z.infer<typeof terminalOrder>;

export const keptAnswer = z.object({
  /** Time at which the environment must be gone. */
  until: z.number(),
});

/** Output of a terminal: bytes in base64, with masked secrets, and the position of the first one. */
export const outputMessage = z.object({
  position: z.int().check(z.minimum(0)),
  data: z
    .string()
    .check(
      z.regex(/^[A-Za-z0-9+/]*={0,2}$/),
      z.maxLength(Math.ceil(terminalLimits.outputBytes / 3) * 4),
    ),
});

/** End of a terminal: the exit code of its shell, or the reason why it could not be opened. */
export const endMessage = z.object({
  exit_code: z.optional(z.int()),
  error: z.optional(text),
});
