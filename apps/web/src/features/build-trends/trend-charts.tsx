import type { BuildTrend } from '@millrace/contract/api';
import type { ReactNode } from 'react';
import { useLanguage, useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { durationScale, shareScale } from './chart-view.ts';
import { TrendChart } from './trend-chart.tsx';
import css from './trend-page.module.css';
import { trendPageMessages } from './trend-page-messages.ts';
import {
  type DatedPeriod,
  marksOf,
  percentilesText,
  pointsOf,
  successShare,
  successText,
} from './trend-points.ts';

interface TrendChartsProps {
  slug: string;
  trend: BuildTrend;
  periods: readonly DatedPeriod[];
  durationTitle: string;
  isOfPart: boolean;
}

/** Charts of the duration, the success rate and the time in the queue. */
export function TrendCharts({ slug, trend, periods, durationTitle, isOfPart }: TrendChartsProps) {
  const text = useTexts(trendPageMessages);
  const { locale } = useLanguage();
  const linesOf = (part: 'duration' | 'queued') => [
    { name: text.p50, kind: 'main' as const, values: periods.map((each) => each[part]?.p50) },
    { name: text.p95, kind: 'second' as const, values: periods.map((each) => each[part]?.p95) },
  ];
  const scaleOf = (part: 'duration' | 'queued') =>
    durationScale(Math.max(0, ...periods.map((each) => each[part]?.p95 ?? 0)));
  return (
    <div className={css.charts}>
      <Panel
        isWide
        title={durationTitle}
        note={isOfPart ? text.durationNoteOfPart : text.durationNote}
      >
        <TrendChart
          label={durationTitle}
          scale={scaleOf('duration')}
          lines={linesOf('duration')}
          points={pointsOf(periods, ({ duration }) => percentilesText(text, duration))}
          marks={marksOf(trend, text, (number) => paths.build(slug, number))}
        />
      </Panel>
      <Panel isWide={isOfPart} title={text.success} note={text.successNote}>
        <TrendChart
          label={text.success}
          scale={shareScale(locale)}
          lines={[{ name: text.success, kind: 'main', values: periods.map(successShare) }]}
          points={pointsOf(periods, (period) => successText(text, period, locale))}
        />
      </Panel>
      {!isOfPart && (
        <Panel title={text.queued} note={text.queuedNote}>
          <TrendChart
            label={text.queued}
            scale={scaleOf('queued')}
            lines={linesOf('queued')}
            points={pointsOf(periods, ({ queued }) => percentilesText(text, queued))}
          />
        </Panel>
      )}
    </div>
  );
}

interface PanelProps {
  title: string;
  note: string;
  isWide?: boolean;
  children: ReactNode;
}

function Panel({ title, note, isWide = false, children }: PanelProps) {
  return (
    <section className={isWide ? css.widePanel : css.panel}>
      <h2 className={css.panelTitle}>{title}</h2>
      <p className={css.note}>{note}</p>
      {children}
    </section>
  );
}
