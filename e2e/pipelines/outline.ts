import type { Build, Stage, Step } from '@millrace/contract/api';

/** Formats a finished build, with one line for the build and each warning, stage and step. */
export function formatOutline(build: Build): string[] {
  return [
    result(build.status, 0, build.error),
    ...(build.warnings ?? []).map((warning) => `  warning: ${warning}`),
    ...(build.stages ?? []).flatMap(stageOutline),
  ];
}

function stageOutline(stage: Stage): string[] {
  return [`  ${stage.name}: ${resultOf(stage)}`, ...(stage.steps ?? []).map(stepOutline)];
}

function stepOutline(step: Step): string {
  return `    ${step.name}: ${resultOf(step)}`;
}

function resultOf({ status, exit_code, error }: Stage | Step): string {
  return result(status, exit_code, error);
}

function result(status: string, exitCode: number, error = ''): string {
  return [status, ...(exitCode ? [`exit code ${exitCode}`] : []), ...(error ? [error] : [])].join(
    ', ',
  );
}
