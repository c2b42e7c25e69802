import { findCycle } from './find-cycle.ts';
import type { PipelineStep, Problem } from './pipeline.ts';

export interface StepProblem {
  severity: Problem['severity'];
  key: 'steps' | 'services';
  index: number;
  message: string;
}

/** Name of the step that clones the repository. */
export const cloneStepName = 'clone';

/** Names of the steps that restore and store the caches of a pipeline. */
export const cacheStepNames = { restore: 'restore-cache', save: 'save-cache' } as const;

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
  for (const { key, index, step } of all) {
    const unknown = step.dependsOn.find((name) => !seen.has(name) && name !== cloneStepName);
    if (unknown !== undefined) {
      const message = `"${step.name}" depends on "${unknown}", which does not exist; the dependency is ignored`;
      problems.push({ severity: 'warning', key, index, message });
    }
  }
  const cycle = findCycle([...services, ...steps]);
  if (cycle) {
    const place = all.find(({ step }) => step.name === cycle[0]);
    const message = `the steps ${cycle.join(' → ')} wait for each other`;
    if (place) problems.push({ severity: 'error', key: place.key, index: place.index, message });
  }
  return problems;
}
