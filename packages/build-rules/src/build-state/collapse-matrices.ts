import type { Stage } from '../build.ts';
import { findDependents, isPlaceholder } from '../stage-graph.ts';

interface CollapsedMatrices {
  /** Ids of the stages that the next attempt does not have. */
  removed: Set<number>;
  /** Fields of the placeholders, by the ids of the stages that become one. */
  placeholders: Map<number, Pick<Stage, 'name' | 'onSuccess' | 'onFailure'>>;
  /** Replaces names of stages that are gone by the names of their placeholders. */
  rename: (names: readonly string[]) => string[];
}

/**
 * Collapses matrices whose values may be others in the next attempt, because a stage that they depend on runs again. The
 * first stage of each becomes a placeholder.
 *
 * @param restarted all stages that run again
 */
export function collapseMatrices(
  stages: readonly Stage[],
  restarted: ReadonlySet<Stage>,
): CollapsedMatrices {
  const removed = new Set<number>();
  const placeholders: CollapsedMatrices['placeholders'] = new Map();
  const gone = new Map<string, string>();
  const expanded = stages.filter((stage) => stage.matrixOf !== '' && !isPlaceholder(stage));
  for (const [name, ofMatrix] of Map.groupBy(expanded, ({ matrixOf }) => matrixOf)) {
    const [first, ...others] = ofMatrix;
    const before = [...restarted].filter((stage) => stage.matrixOf !== name);
    if (!first || !findDependents(stages, before).has(first)) continue;
    for (const { id } of others) removed.add(id);
    for (const stage of ofMatrix) gone.set(stage.name, name);
    placeholders.set(first.id, {
      name,
      onSuccess: ofMatrix.some(({ onSuccess }) => onSuccess),
      onFailure: ofMatrix.some(({ onFailure }) => onFailure),
    });
  }
  const rename = (names: readonly string[]) => [
    ...new Set(names.map((name) => gone.get(name) ?? name)),
  ];
  return { removed, placeholders, rename };
}
