import type { Stage } from './model.ts';

/** Returns the names of the pipelines that one depends on, directly or indirectly. */
export function findDependencies({ dependsOn }: Stage, stages: readonly Stage[]): Set<string> {
  const names = new Set(dependsOn);
  for (const name of names) {
    const stage = stages.find((each) => each.name === name);
    for (const each of stage?.dependsOn ?? []) names.add(each);
  }
  return names;
}
