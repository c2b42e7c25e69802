import { defineRunnerCall, noContent, rpcPath } from '../define-call.ts';
import { linesMessage } from '../messages.ts';

const maxLogBodyBytes = 64 * 1024 * 1024;

export const appendLogs = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/logs/batch`,
  summary: 'Append lines to the log of a step; repeated lines are stored once',
  body: linesMessage,
  maxBodyBytes: maxLogBodyBytes,
  ...noContent,
});

export const replaceLogs = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/logs/upload`,
  summary: 'Replace the log of a step',
  body: linesMessage,
  maxBodyBytes: maxLogBodyBytes,
  ...noContent,
  mayBeIgnored: true,
});
