import type { PipelineStep } from '@millrace/contract/pipeline';
import { PlanError } from './stage-plan.ts';

export interface OrderedStep {
  step: PipelineStep;
  dependsOn: string[];
}

/**
 * The kept steps with the names of those they wait for: the step before, or what their own
 * `depends_on` says as soon as one step of the pipeline has it. A step that was left out hands its
 * own dependencies on to those who named it.
 */
export function orderSteps(
  steps: PipelineStep[],
  isKept: (step: PipelineStep) => boolean,
  cloneName: string | undefined,
): OrderedStep[] {
  const first = cloneName === undefined ? [] : [cloneName];
  if (steps.every((step) => step.dependsOn.length === 0)) {
    const kept = steps.filter(isKept);
    return kept.map((step, index) => {
      const before = kept[index - 1];
      return { step, dependsOn: before ? [before.name] : first };
    });
  }
  const byName = new Map(steps.map((step) => [step.name, step]));
  checkDependencies(steps, byName);
  const stoodFor = new Map<string, string[]>();
  const expand = (name: string): string[] => {
    const step = byName.get(name);
    if (!step) return first;
    if (isKept(step)) return [name];
    const names = stoodFor.get(name) ?? unique(step.dependsOn.flatMap(expand));
    stoodFor.set(name, names);
    return names;
  };
  return steps.filter(isKept).map((step) => {
    const dependsOn = unique(step.dependsOn.flatMap(expand));
    return { step, dependsOn: dependsOn.length > 0 ? dependsOn : first };
  });
}

function unique(names: string[]): string[] {
  return [...new Set(names)];
}

function checkDependencies(steps: PipelineStep[], byName: Map<string, PipelineStep>): void {
  const finished = new Set<string>();
  const visit = (step: PipelineStep, trail: string[]): void => {
    if (finished.has(step.name)) return;
    if (trail.includes(step.name)) {
      const cycle = [...trail.slice(trail.indexOf(step.name)), step.name];
      throw new PlanError(`The steps ${cycle.join(' → ')} wait for each other`);
    }
    for (const name of step.dependsOn) {
      const dependency = byName.get(name);
      if (dependency) visit(dependency, [...trail, step.name]);
      else if (name !== 'clone') {
        throw new PlanError(`The step "${step.name}" depends on "${name}", which does not exist`);
      }
    }
    finished.add(step.name);
  };
  for (const step of steps) visit(step, []);
}
