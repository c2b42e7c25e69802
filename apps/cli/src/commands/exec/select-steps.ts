import type { Pipeline } from '@millrace/pipeline';

/** Lists the names of a step and of what runs beside it, if the files of the steps before it are known. */
export function findStepAlone(
  { services, steps }: Pick<Pipeline, 'services' | 'steps'>,
  name: string,
): Set<string> {
  const needed = findNeededSteps({ services, steps }, name);
  const beside = [...services, ...steps.filter(({ detach }) => detach)].map((step) => step.name);
  return new Set([name, ...beside.filter((each) => needed.has(each))]);
}

/**
 * Lists the names of a step and of the steps that it needs: all services, and the steps that run before it, or
 * those of its `depends_on` if any step of the pipeline has one.
 */
export function findNeededSteps(
  { services, steps }: Pick<Pipeline, 'services' | 'steps'>,
  name: string,
): Set<string> {
  const needed = new Set(services.map((service) => service.name));
  const isSequential = steps.every((step) => step.dependsOn.length === 0);
  if (isSequential) {
    const index = steps.findIndex((step) => step.name === name);
    for (const step of steps.slice(0, index + 1)) needed.add(step.name);
    return needed;
  }
  const rest = [name];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (needed.has(next)) continue;
    needed.add(next);
    rest.push(...(steps.find((step) => step.name === next)?.dependsOn ?? []));
  }
  return needed;
}
