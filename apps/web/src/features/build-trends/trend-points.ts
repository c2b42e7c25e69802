import type { BuildTrend, TrendPeriod } from '@millrace/contract/api';
import { formatDuration } from '../../lib/format-time.ts';
import type { Texts } from '../../lib/i18n/texts.ts';
import { percentFormat, percentOf, positionOf } from './chart-view.ts';
import { buildsOfPeriod, type TrendChoice } from './trend-address.ts';
import type { ChartMark, ChartPoint } from './trend-chart.tsx';
import type { trendPageMessages } from './trend-page-messages.ts';

type PageTexts = Texts<typeof trendPageMessages>;
type Percentiles = NonNullable<TrendPeriod['duration']>;

/** Returns the day on which each period starts, as `Mon, 23 November 2026` and `23 Nov`, and the address of its builds. */
export function periodsWithDays(
  { periods, end }: BuildTrend,
  { slug, choice, locale }: { slug: string; choice: TrendChoice; locale: string },
) {
  const long = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  return periods.map((period, index) => {
    const { start } = period;
    return {
      ...period,
      day: long.format(start * 1000),
      shortDay: short.format(start * 1000),
      to: buildsOfPeriod(slug, choice, { start, end: periods[index + 1]?.start ?? end }),
    };
  });
}

export type DatedPeriod = ReturnType<typeof periodsWithDays>[number];

export function pointsOf(
  periods: readonly DatedPeriod[],
  describe: (period: DatedPeriod) => string | null,
): ChartPoint[] {
  return periods.map((period) => {
    const { start, day, shortDay, to } = period;
    return { start, day, shortDay, to, text: describe(period) };
  });
}

export function percentilesText(text: PageTexts, values: Percentiles | undefined): string | null {
  if (!values) return null;
  return text.values(formatDuration(values.p50), formatDuration(values.p95), values.count);
}

/** Returns the share of successful builds; undefined without builds. */
export function successShare({ success, failed }: TrendPeriod): number | undefined {
  return success + failed > 0 ? success / (success + failed) : undefined;
}

export function successText(text: PageTexts, period: TrendPeriod, locale: string): string | null {
  const share = successShare(period);
  if (share === undefined) return null;
  const { success, failed } = period;
  return text.share(percentFormat(locale)(share), success, success + failed);
}

export function changeText(text: PageTexts, change: BuildTrend['changes'][number]): string {
  const percent = percentOf(change);
  return percent > 0 ? text.slower(percent) : text.faster(-percent);
}

export function marksOf(
  trend: BuildTrend,
  text: PageTexts,
  toBuild: (number: number) => string,
): ChartMark[] {
  return trend.changes.flatMap((change) => {
    const position = positionOf(change.created, trend);
    if (position === null) return [];
    const label = shortCommit(change.commit);
    const described = text.changeAt(changeText(text, change), change.build, label);
    return [{ position, label, text: described, to: toBuild(change.build) }];
  });
}

export function shortCommit(commit: string): string {
  return commit.slice(0, 8);
}
