import type { PipelineStep } from '@millrace/contract/pipeline';

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
  const expand = createExpand([...services, ...steps], isKept, clone);
  const orderedServices = keptServices.map((step) => {
    const dependsOn = expand(step.dependsOn);
    return { step, dependsOn: dependsOn.length > 0 ? dependsOn : clone };
  });
  const kept = steps.filter(isKept);
  const isRow = steps.every((step) => step.dependsOn.length === 0);
  const orderedSteps = kept.map((step, index) => {
    const before = kept[index - 1];
    if (isRow) return { step, dependsOn: before ? [before.name] : first };
    const dependsOn = expand(step.dependsOn);
    return { step, dependsOn: dependsOn.length > 0 ? dependsOn : first };
  });
  return [...orderedServices, ...orderedSteps];
}

/** Makes a function that replaces names of steps that were left out or do not exist. */
function createExpand(
  all: PipelineStep[],
  isKept: (step: PipelineStep) => boolean,
  clone: string[],
): (names: string[]) => string[] {
  const byName = new Map(all.map((step) => [step.name, step]));
  const stoodFor = new Map<string, string[]>();
  const expand = (names: string[]): string[] => unique(names.flatMap(expandOne));
  const expandOne = (name: string): string[] => {
    const step = byName.get(name);
    if (!step) return clone;
    if (isKept(step)) return [name];
    const found = stoodFor.get(name) ?? expand(step.dependsOn);
    stoodFor.set(name, found);
    return found;
  };
  return expand;
}

function unique(names: string[]): string[] {
  return [...new Set(names)];
}
