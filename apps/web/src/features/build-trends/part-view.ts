import type { TrendPart } from '@millrace/contract/api';

export const partSorts = ['name', 'p50', 'p95', 'count'] as const;

export type PartSort = (typeof partSorts)[number];

/** Parses the order of the list. The slowest parts come first by default. */
export function readPartSort(value: string | null): PartSort {
  return partSorts.find((sort) => sort === value) ?? 'p50';
}

export function partName({ stage_name: stage, step_name: step }: TrendPart): string {
  return nameOf(stage, step ?? '');
}

export function nameOf(stage: string, step: string): string {
  return step ? `${stage} › ${step}` : stage;
}

/** Sorts by name, or by a number with the largest first. */
export function sortParts(parts: readonly TrendPart[], sort: PartSort): TrendPart[] {
  return parts.toSorted((one, other) => {
    const byName = partName(one).localeCompare(partName(other));
    return sort === 'name' ? byName : other[sort] - one[sort] || byName;
  });
}
