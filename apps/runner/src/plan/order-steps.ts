import { createStepOver, type PipelineStep } from '@millrace/contract/pipeline';

export interface OrderedStep {
  step: PipelineStep;
  dependsOn: string[];
}

interface Steps {
  services: PipelineStep[];
  steps: PipelineStep[];
  isKept: (step: PipelineStep) => boolean;
  /** Name of the step that fetches the sources, where there is one. */
  cloneName: string | undefined;
}

/**
 * The kept services and steps with the names of those they wait for: the step before, or what their
 * own `depends_on` says as soon as one step of the pipeline has it. Services come first. A step that
 * was left out hands its own dependencies on to those who named it.
 */
export function orderSteps({ services, steps, isKept, cloneName }: Steps): OrderedStep[] {
  const clone = cloneName === undefined ? [] : [cloneName];
  const keptServices = services.filter(isKept);
  const first = keptServices.length > 0 ? keptServices.map((service) => service.name) : clone;
  const all = [...services, ...steps];
  const kept = new Set(all.filter(isKept).map((step) => step.name));
  const stepOver = createStepOver(all, (name) => kept.has(name), clone);
  const orderedServices = keptServices.map((step) => {
    const dependsOn = stepOver(step.dependsOn);
    return { step, dependsOn: dependsOn.length > 0 ? dependsOn : clone };
  });
  const keptSteps = steps.filter(isKept);
  const isRow = steps.every((step) => step.dependsOn.length === 0);
  const orderedSteps = keptSteps.map((step, index) => {
    const before = keptSteps[index - 1];
    if (isRow) return { step, dependsOn: before ? [before.name] : first };
    const dependsOn = stepOver(step.dependsOn);
    return { step, dependsOn: dependsOn.length > 0 ? dependsOn : first };
  });
  return [...orderedServices, ...orderedSteps];
}
