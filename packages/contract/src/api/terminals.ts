import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './terminals.schema.ts';

const repoPath = '/api/repos/:namespace/:name' as const;

const keptPath = `${repoPath}/kept-steps/:kept` as const;

const terminalPath = `${repoPath}/terminals/:terminal` as const;

export type TerminalSize = z.infer<typeof schema.terminalSize>;

export type Terminal = z.infer<typeof schema.terminal>;

export type KeptStep = z.infer<typeof schema.keptStep>;

export type TerminalInput = z.infer<typeof schema.terminalInput>;

export type TerminalOutput = z.infer<typeof schema.terminalOutput>;

export type TerminalMessage = z.infer<typeof schema.terminalMessage>;

export type TerminalSettings = z.infer<typeof schema.terminalSettings>;

export const listKeptSteps = defineCall<typeof schema.listKeptSteps>()(
  'GET',
  `${repoPath}/builds/:build/kept-steps`,
);

export const releaseKeptStep = defineCall<typeof schema.releaseKeptStep>()('DELETE', keptPath);

export const openTerminal = defineCall<typeof schema.openTerminal>()(
  'POST',
  `${keptPath}/terminals`,
);

export const readTerminal = defineCall<typeof schema.readTerminal>()(
  'GET',
  `${terminalPath}/output`,
);

export const connectTerminal = defineCall<typeof schema.connectTerminal>()(
  'GET',
  `${terminalPath}/socket`,
);

export const writeTerminal = defineCall<typeof schema.writeTerminal>()(
  'POST',
  `${terminalPath}/input`,
);

export const closeTerminal = defineCall<typeof schema.closeTerminal>()('DELETE', terminalPath);

export const getTerminalRecording = defineCall<typeof schema.getTerminalRecording>()(
  'GET',
  `${terminalPath}/recording`,
);

export const getTerminalSettings = defineCall<typeof schema.getTerminalSettings>()(
  'GET',
  `${repoPath}/terminal-settings`,
);

export const updateTerminalSettings = defineCall<typeof schema.updateTerminalSettings>()(
  'PATCH',
  `${repoPath}/terminal-settings`,
);
