import { createStepOver, type PipelineStep } from '@millrace/pipeline';

export interface OrderedStep {
  step: PipelineStep;
  dependsOn: string[];
}

interface Steps {
  services: PipelineStep[];
  steps: PipelineStep[];
  isIncluded: (step: PipelineStep) => boolean;
  /** Name of the clone step, if there is one. */
  cloneName: string | undefined;
}

/**
 * Returns the services and steps to run with the names of their dependencies: the preceding step, or their
 * own `depends_on` if any step of the pipeline has it. Services come first. Dependents of a skipped step
 * inherit its dependencies.
 */
export function orderSteps({ services, steps, isIncluded, cloneName }: Steps): OrderedStep[] {
  const clone = cloneName === undefined ? [] : [cloneName];
  const includedServices = services.filter(isIncluded);
  const first =
    includedServices.length > 0 ? includedServices.map((service) => service.name) : clone;
  const all = [...services, ...steps];
  const included = new Set(all.filter(isIncluded).map((step) => step.name));
  const stepOver = createStepOver(all, (name) => included.has(name), clone);
  const orderedServices = includedServices.map((step) => {
    const dependsOn = stepOver(step.dependsOn);
    return { step, dependsOn: dependsOn.length > 0 ? dependsOn : clone };
  });
  const includedSteps = steps.filter(isIncluded);
  const isSequential = steps.every((step) => step.dependsOn.length === 0);
  const orderedSteps = includedSteps.map((step, index) => {
    const before = includedSteps[index - 1];
    if (isSequential) return { step, dependsOn: before ? [before.name] : first };
    const dependsOn = stepOver(step.dependsOn);
    return { step, dependsOn: dependsOn.length > 0 ? dependsOn : first };
  });
  return [...orderedServices, ...orderedSteps];
}
