import {
  type ChangedPart,
  maxChangedParts,
  type PipelineChangeResult,
  type TestedBuild,
} from '@millrace/contract/api';

type CountedPart = PipelineChangeResult['parts'][number];

/** Counts how earlier builds differ under a changed pipeline file. */
export function summarizeChange(tested: readonly TestedBuild[]): PipelineChangeResult {
  const builds = tested.filter(({ incomparable }) => incomparable === '');
  const started = builds.filter(({ error }) => error === '');
  const parts = countParts(started.flatMap(({ changes }) => changes));
  const changed = builds.filter(({ changes, error }) => changes.length > 0 || error !== '');
  return {
    builds: builds.length,
    changed: changed.length,
    failed: builds.length - started.length,
    parts: parts.slice(0, maxChangedParts),
    all_parts: parts.length,
    seconds: {
      before: median(started.map(({ seconds }) => seconds.before)),
      after: median(started.map(({ seconds }) => seconds.after)),
    },
  };
}

/** A build lists each stage and step once, so the number of changes is that of the builds. */
function countParts(changes: readonly ChangedPart[]): CountedPart[] {
  const groups = Map.groupBy(changes, ({ stage, step, change }) =>
    JSON.stringify([stage, step, change]),
  );
  return [...groups.values()]
    .flatMap((same): CountedPart[] => {
      const [first] = same;
      if (!first) return [];
      const { reason: _, ...part } = first;
      return [{ ...part, builds: same.length }];
    })
    .toSorted((one, other) => other.builds - one.builds);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
