import { z } from 'zod/mini';
import { terminalLimits } from '../terminals.ts';
import { terminalEnds } from '../vocabulary.ts';
import { defineDetails } from './endpoint.ts';

const { columns, rows, inputBytes } = terminalLimits;

/** Size of a terminal in characters. */
export const terminalSize = z.object({
  columns: z.int().check(z.minimum(1), z.maximum(columns)),
  rows: z.int().check(z.minimum(1), z.maximum(rows)),
});

/** An interactive shell in the environment of a kept step. */
export const terminal = z.object({
  id: z.number(),
  /** Login of the person who opened it. */
  login: z.string(),
  created: z.number(),
  /** 0 while it is open. */
  ended: z.number(),
  end_reason: z.optional(z.enum(terminalEnds)),
  /** Exit code of the shell, if it ended by itself. */
  exit_code: z.optional(z.number()),
  /** Reason why the runner could not open it. */
  error: z.optional(z.string()),
  /** Bytes of its output, all of which are recorded. */
  output_bytes: z.number(),
});

/** A failed or paused step whose environment the runner keeps for a while, so that people can open terminals in it. */
export const keptStep = z.object({
  id: z.number(),
  /** Id of the step, unique on the server. */
  step_id: z.number(),
  created: z.number(),
  /** Time at which the environment is removed at the latest. */
  until: z.number(),
  /** 0 while the environment exists. */
  ended: z.number(),
  end_reason: z.optional(z.enum(terminalEnds)),
  /** Whether the step waits before its start until its environment is released. */
  paused: z.optional(z.boolean()),
  /** Terminals, oldest first. */
  terminals: z.array(terminal),
});

/** Input of a terminal: keys, a new size, or both. */
export const terminalInput = z.object({
  /** Number of the input, from 1. An input that is sent again has no effect. */
  number: z.int().check(z.minimum(1)),
  /** Bytes in base64. */
  data: z.optional(
    z
      .string()
      .check(
        z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'The input is not base64'),
        z.maxLength(Math.ceil(inputBytes / 3) * 4, 'The input is too long'),
      ),
  ),
  size: z.optional(terminalSize),
});

export const terminalOutput = z.object({
  /** Bytes in base64, with masked secrets; empty if the wait ended before there were any. */
  data: z.string(),
  /** Position after them, from which to continue. */
  end: z.number(),
  /** Set when the terminal has ended and the output is complete. */
  terminal: z.optional(terminal),
});

/** Message of the server in the WebSocket of a terminal. Those of the page are inputs. */
export const terminalMessage = z.discriminatedUnion('kind', [
  z.extend(terminalOutput, { kind: z.literal('output') }),
  /** The input with this number was taken. */
  z.object({ kind: z.literal('taken'), number: z.int() }),
  /** The input was not taken, for the reason that the call for input would answer. */
  z.object({
    kind: z.literal('refused'),
    number: z.int(),
    status: z.int(),
    message: z.string(),
  }),
]);

export const terminalSettings = z.object({
  /** Whether environments of failed steps are kept for terminals. */
  keep_failed: z.boolean(),
});

const outputStart = z.object({
  from: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'Invalid position'))),
});

export const listKeptSteps = defineDetails({
  access: 'write',
  summary: 'List the steps of a build that were kept for terminals, with their terminals',
  output: z.array(keptStep),
});

export const releaseKeptStep = defineDetails({
  access: 'write',
  summary: 'Remove the environment of a kept step, or continue a paused step; its terminals end',
  audit: { action: 'kept_step.release' },
  whileReadOnly: true,
});

export const openTerminal = defineDetails({
  access: 'write',
  summary: 'Open a terminal in the environment of a kept step',
  audit: { action: 'terminal.open' },
  body: terminalSize,
  output: terminal,
});

export const readTerminal = defineDetails({
  access: 'write',
  summary:
    'Wait for output of a terminal after a position, at most 30 seconds; for the person who opened it',
  query: outputStart,
  output: terminalOutput,
});

export const connectTerminal = defineDetails({
  access: 'write',
  summary:
    'Open a WebSocket for the input and the output of a terminal after a position; for the person who opened it',
  query: outputStart,
  isSocket: true,
});

export const writeTerminal = defineDetails({
  access: 'write',
  summary: 'Send input to a terminal, or change its size; for the person who opened it',
  // The terminal as a whole is recorded.
  audit: 'none',
  body: terminalInput,
});

export const closeTerminal = defineDetails({
  access: 'write',
  summary: 'Close a terminal',
  audit: { action: 'terminal.close' },
  whileReadOnly: true,
});

export const getTerminalRecording = defineDetails({
  access: 'write',
  summary: 'Download the recorded output of a terminal, in the format asciicast 2',
  output: z.string(),
  contentType: 'application/x-asciicast',
});

export const getTerminalSettings = defineDetails({
  access: 'read',
  forAuditors: true,
  summary: 'Get whether environments of failed steps are kept for terminals',
  output: terminalSettings,
});

export const updateTerminalSettings = defineDetails({
  access: 'admin',
  summary: 'Change whether environments of failed steps are kept for terminals',
  audit: { action: 'terminal_settings.update', fields: ['keep_failed'] },
  body: z.object({ keep_failed: z.optional(z.boolean()) }),
  output: terminalSettings,
});
