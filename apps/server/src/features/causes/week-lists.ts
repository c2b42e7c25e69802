import { type CauseOfWeek, type CausesOfWeek, maxCausesOfWeek } from '@millrace/contract/api';
import { weekSec } from '../../domain/causes/week.ts';
import type { WeekRow } from './cause-read-model.ts';

/** Rows of a week, and of causes that failed in the week before only. */
interface WeekRows {
  causes: readonly WeekRow[];
  gone: readonly WeekRow[];
}

/**
 * Returns the lists of a week, without repositories that the viewer may not read.
 *
 * @param slugs of the repositories that the viewer may read, by id
 */
export function toCausesOfWeek(
  week: number,
  { causes, gone }: WeekRows,
  slugs: ReadonlyMap<number, string>,
): CausesOfWeek {
  const readable = (rows: readonly WeekRow[]) => rows.filter(({ repoId }) => slugs.has(repoId));
  const own = readable(causes);
  return {
    week,
    causes: mergeRepos(own, week, slugs),
    gone: mergeRepos(readable(gone), week - weekSec, slugs),
    total: totalOf(own),
  };
}

/** Merges the rows of each cause. The causes with the most failures come first. */
function mergeRepos(
  rows: readonly WeekRow[],
  week: number,
  slugs: ReadonlyMap<number, string>,
): CauseOfWeek[] {
  const merged = [...Map.groupBy(rows, ({ causeId }) => causeId)].map(([id, own]) => ({
    id,
    step: own[0]?.step ?? '',
    title: own[0]?.title ?? '',
    name: own.find(({ name }) => name !== '')?.name ?? '',
    issue: own.find(({ issue }) => issue !== '')?.issue ?? '',
    ...totalOf(own),
    is_new: own.every(({ firstSeen }) => firstSeen >= week),
    repos: own.map(({ repoId, failures }) => ({ slug: slugs.get(repoId) ?? '', failures })),
  }));
  return merged
    .toSorted((one, other) => other.failures - one.failures || one.id - other.id)
    .slice(0, maxCausesOfWeek);
}

function totalOf(rows: readonly WeekRow[]): CausesOfWeek['total'] {
  const sum = (field: 'failures' | 'recovered' | 'lost') =>
    rows.reduce((total, row) => total + row[field], 0);
  return { failures: sum('failures'), recovered: sum('recovered'), lost: sum('lost') };
}
