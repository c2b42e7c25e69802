import type {
  StageReport as StageReportJson,
  StepReport as StepReportJson,
} from '@millrace/contract/runner';
import type { StageReport, StepReport } from '../../domain/build-state/command.ts';

/** Fields that the runner omits are unknown. */
export function readStageReport(report: StageReportJson): StageReport {
  return {
    id: report.id,
    status: report.status,
    machine: report.machine ?? '',
    error: report.error ?? '',
    exitCode: report.exit_code ?? 0,
    started: report.started ?? 0,
    stopped: report.stopped ?? 0,
    steps: (report.steps ?? []).map(readStepReport),
    version: report.version ?? 0,
  };
}

export function readStepReport(report: StepReportJson): StepReport {
  return {
    id: report.id ?? 0,
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
