import { z } from 'zod/mini';
import { terminalInput, terminalSize } from '../api/terminals.schema.ts';
import { terminalLimits } from '../terminals.ts';

const text = z.string().check(z.maxLength(500));

/** Part of the details of a stage. */
export const terminalInputs = z.object({
  /** Whether the environment of a failed step may be kept for terminals; absent if not. */
  keepsFailed: z.optional(z.boolean()),
  /** Name of the step before which the stage pauses for terminals; absent if it does not. */
  pauseBefore: z.optional(z.string()),
});
export type TerminalInputs = z.output<typeof terminalInputs>;

/** Terminals of a kept step that its runner has open, each with the number of the last input that it has received. */
export const openTerminals = z.object({
  open: z.array(z.object({ terminal: z.int(), received: z.int() })),
});
export type OpenTerminal = z.infer<typeof openTerminals>['open'][number];

/** Changes that the runner of a kept step makes to its terminals. */
export const terminalOrders = z.object({
  open: z.array(z.object({ terminal: z.int(), size: terminalSize })),
  close: z.array(z.int()),
  /** Each follows the input that its terminal received last. */
  inputs: z.array(z.object({ terminal: z.int(), input: terminalInput })),
});
export type TerminalOrders = z.infer<typeof terminalOrders>;

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
