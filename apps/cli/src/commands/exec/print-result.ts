import type { Build, Stage, Step } from '@millrace/contract/api';

/** Formats the result of a build: a line for each stage and step. */
export function printResult({ status, stages = [] }: Build): string {
  const lines = stages.flatMap((stage) => [
    `  ${stage.name}: ${resultOf(stage)}`,
    ...(stage.steps ?? []).map((step) => `    ${step.name}: ${resultOf(step)}`),
  ]);
  return [`The build has the status ${status}.`, ...lines].join('\n');
}

function resultOf({ status, exit_code: exitCode, error }: Stage | Step): string {
  const facts = [status, exitCode ? `exit code ${exitCode}` : '', error ?? ''];
  return facts.filter(Boolean).join(', ');
}
