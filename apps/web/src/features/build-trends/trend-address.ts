import { type TrendRange, trendRanges } from '@millrace/contract/api';
import { type BuildEvent, buildEvents } from '@millrace/contract/vocabulary';
import { paths } from '../../lib/paths.ts';

/** Builds, or a part of them, that the page of trends shows. */
export interface TrendChoice {
  range: TrendRange;
  /** Empty for all branches. */
  branch: string;
  event: BuildEvent | '';
  /** Empty for whole builds. */
  stage: string;
  /** Empty for the whole stage. */
  step: string;
}

const usualRange: TrendRange = '4w';

/** Parses the query parameters of the page. */
export function readTrendChoice(parameters: URLSearchParams): TrendChoice {
  const read = (name: string) => parameters.get(name) ?? '';
  const stage = read('stage');
  return {
    range: trendRanges.find((range) => range === read('range')) ?? usualRange,
    branch: read('branch'),
    event: buildEvents.find((event) => event === read('event')) ?? '',
    stage,
    step: stage && read('step'),
  };
}

/** Returns the query parameter of a range. The usual one is omitted. */
export function rangeParameter(range: TrendRange): string {
  return range === usualRange ? '' : range;
}

/** Returns the address of the builds that were created in a period, in the list of builds. */
export function buildsOfPeriod(
  slug: string,
  { branch, event }: Pick<TrendChoice, 'branch' | 'event'>,
  { start, end }: { start: number; end: number },
): string {
  const query = new URLSearchParams({
    ...(branch && { branch }),
    ...(event && { event }),
    after: localDay(start),
    before: localDay(end),
  });
  return `${paths.repo(slug)}?${query}`;
}

/** Returns the day of a time in the time zone of the viewer, as `YYYY-MM-DD`. */
function localDay(sec: number): string {
  const date = new Date(sec * 1000);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
