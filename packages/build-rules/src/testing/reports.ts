import type { Status } from '@millrace/contract/vocabulary';
import type { StageReport, StepReport } from '../build-state/command.ts';

/** Creates a report of the runner `one` about a stage. */
export function stageReport(
  id: number,
  status: Status,
  more: Partial<StageReport> = {},
): StageReport {
  const times = { started: 0, stopped: 0, version: 1, failureCause: '' as const, cleansUp: false };
  const host = { kernel: '', cpu: '' };
  return { id, status, machine: 'one', error: '', exitCode: 0, steps: [], host, ...times, ...more };
}

export function stepReport(id: number, status: Status): StepReport {
  return {
    id,
    number: 1,
    name: 'work',
    status,
    version: 1,
    error: '',
    exitCode: 0,
    started: 0,
    stopped: 0,
    dependsOn: [],
    image: '',
    durationMs: 0,
    imageDigest: '',
    schema: '',
    ignoresErrors: false,
    isDetached: false,
  };
}
