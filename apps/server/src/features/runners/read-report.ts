import type { StageMessage, StepMessage } from '@millrace/contract/runner';
import { failureCauses } from '@millrace/contract/vocabulary';
import type { StageReport, StepReport } from '../../domain/build-state/command.ts';

/** In a stage report, steps are identified by their number. */
const unknownId = 0;

/** Fields that the runner omits are unknown. */
export function readStageReport(id: number, report: StageMessage): StageReport {
  return {
    id,
    status: report.status,
    machine: report.machine ?? '',
    error: report.error ?? '',
    exitCode: report.exit_code ?? 0,
    started: report.started ?? 0,
    stopped: report.stopped ?? 0,
    steps: (report.steps ?? []).map((step) => readStepReport(unknownId, step)),
    version: report.version ?? 0,
    // A newer runner may know further causes.
    failureCause: failureCauses.find((cause) => cause === report.failure_cause) ?? '',
  };
}

export function readStepReport(id: number, report: StepMessage): StepReport {
  return {
    id,
    number: report.number,
    name: report.name,
    status: report.status,
    error: report.error ?? '',
    ignoresErrors: report.errignore ?? false,
    exitCode: report.exit_code ?? 0,
    started: report.started ?? 0,
    stopped: report.stopped ?? 0,
    dependsOn: report.depends_on ?? [],
    image: report.image ?? '',
    isDetached: report.detached ?? false,
    schema: report.schema ?? '',
    version: report.version ?? 0,
  };
}
