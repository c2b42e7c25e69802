import { withDependencies } from '@millrace/pipeline';
import type { Stage } from './model.ts';

/** Returns the names of the pipelines that one depends on, directly or indirectly. */
export function findDependencies({ dependsOn }: Stage, stages: readonly Stage[]): Set<string> {
  return withDependencies(
    dependsOn,
    (each) => stages.find(({ name }) => name === each)?.dependsOn ?? [],
  );
}
