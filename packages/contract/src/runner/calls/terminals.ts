import { defineRunnerCall, noContent, rpcPath } from '../define-call.ts';
import {
  endMessage,
  keptAnswer,
  openTerminals,
  outputMessage,
  terminalOrders,
} from '../terminal-messages.ts';

export const keepStep = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/keep`,
  summary: 'Ask whether the environment of a failed step is kept for terminals, and until when',
  output: keptAnswer,
  isOptional: true,
});

export const watchKeptStep = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/keep/watch`,
  summary:
    'Wait for terminals to open and close in a kept step, and for inputs; 409 when its environment must be removed',
  body: openTerminals,
  output: terminalOrders,
  longPoll: true,
  isOptional: true,
});

export const releaseStep = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/keep/end`,
  summary: 'Report that the environment of a kept step was removed',
  ...noContent,
  isOptional: true,
});

export const sendTerminalOutput = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/terminals/:terminal/output`,
  summary: 'Append output of a terminal; repeated bytes are stored once',
  body: outputMessage,
  ...noContent,
  isOptional: true,
});

export const endTerminal = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/terminals/:terminal/end`,
  summary: 'Report that a terminal has ended',
  body: endMessage,
  ...noContent,
  isOptional: true,
});
