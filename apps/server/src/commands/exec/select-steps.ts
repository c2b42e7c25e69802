import type { Pipeline, PipelineStep, StageSteps } from '@millrace/contract/pipeline';

/**
 * Lists a step and the steps that it needs: all services, and the steps that run before it, or those of its
 * `depends_on` if any step of the pipeline has one.
 */
export function findNeededSteps(
  { services, steps }: Pick<Pipeline, 'services' | 'steps'>,
  name: string,
): Set<PipelineStep> {
  const index = steps.findIndex((step) => step.name === name);
  const isSequential = steps.every((step) => step.dependsOn.length === 0);
  if (isSequential) return new Set([...services, ...steps.slice(0, index + 1)]);
  const needed = new Set<string>();
  const rest = [name];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (needed.has(next)) continue;
    needed.add(next);
    rest.push(...(steps.find((step) => step.name === next)?.dependsOn ?? []));
  }
  return new Set([...services, ...steps.filter((step) => needed.has(step.name))]);
}

/** Leaves only the steps that one step needs. */
export function selectSteps(stage: StageSteps, name: string): StageSteps {
  const needed = stage.file.pipelines.flatMap((pipeline) => [...findNeededSteps(pipeline, name)]);
  return { ...stage, included: new Set(needed.filter((step) => stage.included.has(step))) };
}
