import type { KeptStep as KeptStepJson, Terminal as TerminalJson } from '@millrace/contract/api';
import type { KeptStep, Terminal } from './kept-step.ts';

export function toTerminalJson(terminal: Terminal): TerminalJson {
  const { id, login, created, ended, endReason, exitCode, error, outputBytes } = terminal;
  return {
    id,
    login,
    created,
    ended,
    ...(endReason ? { end_reason: endReason } : {}),
    ...(exitCode === null ? {} : { exit_code: exitCode }),
    ...(error ? { error } : {}),
    output_bytes: outputBytes,
  };
}

export function toKeptStepJson(kept: KeptStep, terminals: readonly Terminal[]): KeptStepJson {
  const { id, stepId, created, until, ended, endReason, isPause } = kept;
  return {
    id,
    step_id: stepId,
    created,
    until,
    ended,
    ...(endReason ? { end_reason: endReason } : {}),
    ...(isPause ? { paused: true } : {}),
    terminals: terminals.map(toTerminalJson),
  };
}
