import { Link } from 'react-router';
import { formatDuration } from '../../lib/format-time.ts';
import { useLanguage, useTexts } from '../../lib/i18n/messages.tsx';
import { Table } from '../../ui/table.tsx';
import css from './trend-page.module.css';
import { trendPageMessages } from './trend-page-messages.ts';
import { type DatedPeriod, successText } from './trend-points.ts';

interface TrendTableProps {
  label: string;
  unit: 'day' | 'week';
  /** Oldest first. */
  periods: readonly DatedPeriod[];
  isOfPart: boolean;
}

/** The values of the charts as a table, newest first. */
export function TrendTable({ label, unit, periods, isOfPart }: TrendTableProps) {
  const text = useTexts(trendPageMessages);
  const { locale } = useLanguage();
  const { duration50, duration95, queued50, queued95 } = text.columns;
  const secondsOf = (value: number | undefined) =>
    value === undefined ? '–' : formatDuration(value);
  return (
    <Table
      label={label}
      columns={[
        text[unit],
        text.success,
        duration50,
        duration95,
        ...(isOfPart ? [] : [queued50, queued95]),
      ]}
    >
      {periods.toReversed().map((period) => (
        <tr key={period.start}>
          <td>
            <Link className={css.link} to={period.to}>
              {period.day}
            </Link>
          </td>
          <td className={css.number}>{successText(text, period, locale) ?? text.none}</td>
          <td className={css.number}>{secondsOf(period.duration?.p50)}</td>
          <td className={css.number}>{secondsOf(period.duration?.p95)}</td>
          {!isOfPart && (
            <>
              <td className={css.number}>{secondsOf(period.queued?.p50)}</td>
              <td className={css.number}>{secondsOf(period.queued?.p95)}</td>
            </>
          )}
        </tr>
      ))}
    </Table>
  );
}
