import { findCycle } from './find-cycle.ts';
import { maxProblems } from './limits.ts';
import { createNameHint } from './name-hint.ts';
import type { PipelineStep, Problem } from './pipeline.ts';

export interface StepProblem {
  severity: Problem['severity'];
  key: 'steps' | 'services';
  index: number;
  /** Set for a problem of an entry of `depends_on`. */
  dependency?: string;
  message: string;
}

/** Name of the step that clones the repository. */
export const cloneStepName = 'clone';

/** Names of the steps that restore and store the caches of a pipeline. */
export const cacheStepNames = { restore: 'restore-cache', save: 'save-cache' } as const;

/** Name of the step that downloads artifacts of other pipelines. */
export const artifactStepName = 'download-artifacts';

/** Checks the names and the dependencies of a pipeline's steps and services. */
export function checkSteps(services: PipelineStep[], steps: PipelineStep[]): StepProblem[] {
  const all = [
    ...services.map((step, index) => ({ key: 'services' as const, index, step })),
    ...steps.map((step, index) => ({ key: 'steps' as const, index, step })),
  ];
  const problems: StepProblem[] = [];
  const seen = new Set<string>();
  for (const { key, index, step } of all) {
    if (seen.has(step.name)) {
      problems.push({
        severity: 'error',
        key,
        index,
        message: `a second step is named "${step.name}"`,
      });
    }
    seen.add(step.name);
  }
  const names = new Set([...seen, cloneStepName]);
  const hint = createNameHint([...names]);
  // The runner checks names with `${NAME}` expressions, because it knows their values.
  const isUnknown = [...names].some(hasExpression)
    ? () => false
    : (name: string) => !names.has(name) && !hasExpression(name);
  const unknown = all.flatMap(({ key, index, step }) =>
    [...new Set(step.dependsOn)].filter(isUnknown).map((name) => ({ key, index, step, name })),
  );
  for (const { key, index, step, name } of unknown.slice(0, maxProblems)) {
    const message = `"${step.name}" depends on "${name}", which does not exist${hint(name)}`;
    problems.push({ severity: 'error', key, index, dependency: name, message });
  }
  const cycle = findCycle([...services, ...steps]);
  if (cycle) {
    const first = all.find(({ step }) => step.name === cycle[0]);
    const message =
      cycle.length === 2
        ? `"${cycle[0]}" depends on itself`
        : `the steps ${cycle.join(' → ')} wait for each other`;
    if (first) problems.push({ severity: 'error', key: first.key, index: first.index, message });
  }
  return problems;
}

function hasExpression(name: string): boolean {
  return name.includes('${');
}
