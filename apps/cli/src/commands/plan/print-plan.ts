import type { ClonedRepository } from '@millrace/pipeline';
import type { ManualPermission } from '@millrace/pipeline/vocabulary';
import type { DryRunStep } from '@millrace/runner/dry-run';
import type { BuildFacts } from './build-facts.ts';
import type { DryRunPipeline } from './plan-build.ts';

const policies: Record<DryRunStep['run'], string> = {
  on_success: '',
  on_failure: 'when a step failed',
  on_kill: 'after a cancel or timeout',
  always: 'also when a step failed',
  never: '',
};

const starters: Record<ManualPermission, string> = {
  write: 'a person with write permission',
  admin: 'an administrator of the repository',
};

const limits =
  'Not known here: extensions, sources of external secrets and settings of the repository on a server.';

/** Formats a plan as text: the steps that run, in order, and why others do not. */
export function printPlan(facts: BuildFacts, pipelines: readonly DryRunPipeline[]): string {
  const { repo, event, branch, ref } = facts;
  const head = `${event} of ${repo.namespace}/${repo.name}, branch ${branch}, ${ref}`;
  return [head, ...pipelines.map(printPipeline), limits].join('\n\n');
}

function printPipeline(pipeline: DryRunPipeline): string {
  const { name, type, platform, depends_on: dependsOn, runs, only_if: onlyIf } = pipeline;
  const after = dependsOn.length > 0 ? `, after ${dependsOn.join(', ')}` : '';
  const head = `${runs ? 'runs' : 'left out'}  ${name} (${type}, ${platform.os}/${platform.arch}${after})`;
  if (!runs) return `${head}\n    ${pipeline.why_not}`;
  const sources = pipeline.matrix_from.join(' and ');
  const later = [
    ...(onlyIf === null ? [] : [`    ${decidedLater(onlyIf)}`]),
    ...(sources === ''
      ? []
      : [`    a matrix, whose stages are decided when ${sources} has finished`]),
  ];
  const start = pipeline.manual ? [`    waits until ${starters[pipeline.manual]} starts it`] : [];
  const width = Math.max(0, ...pipeline.steps.map((step) => step.name.length));
  return [head, ...start, ...later, ...pipeline.steps.map((step) => printStep(step, width))].join(
    '\n',
  );
}

function decidedLater(condition: string): string {
  return `only if ${condition}, which is known when it starts`;
}

function printStep(step: DryRunStep, width: number): string {
  const name = step.name.padEnd(width);
  if (step.run === 'never') return `    -  ${name}  left out: ${step.why_not}`;
  const facts = [
    step.kind === 'step' ? '' : step.kind,
    step.image,
    step.depends_on.length > 0 ? `after ${step.depends_on.join(', ')}` : '',
    policies[step.run],
    step.only_if === null ? '' : decidedLater(step.only_if),
    ...(step.repositories ?? []).map(describeRepository),
  ];
  return `    +  ${name}  ${facts.filter((fact) => fact !== '').join(', ')}`.trimEnd();
}

function describeRepository({ repository, ref, path }: ClonedRepository): string {
  return `${repository}${ref && ` at ${ref}`} in ${path}`;
}
