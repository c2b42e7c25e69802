import type { RepoCause } from '@millrace/contract/api';
import { useLanguage, useTexts } from '../../lib/i18n/messages.tsx';
import css from './causes.module.css';
import { causeMessages } from './messages.ts';
import { formatDay } from './week-days.ts';

/** Failures in each week as bars, the newest at the right. */
export function WeekBars({ weeks }: Pick<RepoCause, 'weeks'>) {
  const text = useTexts(causeMessages);
  const { locale } = useLanguage();
  const most = Math.max(1, ...weeks.map(({ failures }) => failures));
  return (
    <ol className={css.weeks}>
      {weeks.map(({ week, failures }) => (
        <li
          key={week}
          className={css.week}
          title={text.weekTotal(formatDay(week, locale), failures)}
        >
          <span className={css.count} aria-hidden="true">
            {failures > 0 && failures}
          </span>
          <span className={css.bar} style={{ height: `${(failures / most) * 100}%` }} />
          <span className={css.hidden}>{text.weekTotal(formatDay(week, locale), failures)}</span>
        </li>
      ))}
    </ol>
  );
}
