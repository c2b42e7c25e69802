import { type StageReport, type StepReport, unknownHost } from '@millrace/build-rules';
import type { StageMessage, StepMessage } from '@millrace/contract/runner';
import { failureCauses } from '@millrace/contract/vocabulary';

/** Maximum characters of a fact about a machine, and of an image. */
const maxFact = 200;
const maxImage = 1000;

/** In a stage report, steps are identified by their number. */
const unknownId = 0;

/** Fields that the runner omits are unknown. */
export function readStageReport(id: number, report: StageMessage): StageReport {
  const { host } = report;
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
    host: host
      ? { kernel: host.kernel.slice(0, maxFact), cpu: host.cpu.slice(0, maxFact) }
      : unknownHost,
    cleansUp: report.cleans_up ?? false,
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
    durationMs: report.duration_ms ?? 0,
    dependsOn: report.depends_on ?? [],
    image: report.image ?? '',
    imageDigest: report.image_digest?.slice(0, maxImage) ?? '',
    isDetached: report.detached ?? false,
    schema: report.schema ?? '',
    version: report.version ?? 0,
  };
}
