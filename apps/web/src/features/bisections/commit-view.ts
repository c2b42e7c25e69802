import type { BisectionCommit, BisectionDetails, BisectionRun } from '@millrace/contract/api';

/** A commit with its runs, or a number of commits without any. */
export type CommitItem =
  | {
      kind: 'commit';
      commit: BisectionCommit;
      runs: readonly BisectionRun[];
      isFound: boolean;
    }
  | { kind: 'others'; key: string; count: number };

/** A list of this length is shown completely. */
const maxWhole = 30;
/** Commits with a lower probability, and without runs, are not shown one by one. */
const minProbability = 0.005;

/** Lists the commits of a bisection, newest first. Of many, those that nothing is known about are only counted. */
export function listCommitItems(
  { list, run_list, found }: Pick<BisectionDetails, 'list' | 'run_list' | 'found'>,
  showsAll: boolean,
): CommitItem[] {
  const runsOf = Map.groupBy(run_list, ({ commit }) => commit);
  const isWhole = showsAll || list.length <= maxWhole;
  const items: CommitItem[] = [];
  for (const [at, commit] of [...list.entries()].reverse()) {
    const runs = runsOf.get(at + 1) ?? [];
    const isFound = found.includes(commit.sha);
    const isEnd = at === 0 || at === list.length - 1;
    const isShown =
      isWhole || isFound || isEnd || runs.length > 0 || commit.probability >= minProbability;
    const last = items.at(-1);
    if (isShown) items.push({ kind: 'commit', commit, runs, isFound });
    else if (last?.kind === 'others') last.count += 1;
    else items.push({ kind: 'others', key: commit.sha, count: 1 });
  }
  return items;
}

const least = 0.1;

/** Writes a probability as a percentage: never as 100 or 0 if it is not. */
export function formatPercent(probability: number, locale: string): string {
  const percent = probability * 100;
  if (percent > 0 && percent < least) return `< ${write(least, locale)}`;
  return write(percent < 100 ? Math.min(100 - least, Math.floor(percent * 10) / 10) : 100, locale);
}

function write(percent: number, locale: string): string {
  return percent.toLocaleString(locale, { maximumFractionDigits: 1 });
}
