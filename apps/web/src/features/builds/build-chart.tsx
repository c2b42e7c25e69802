import type { Build } from '@millrace/contract/api';
import { Link } from 'react-router';
import { elapsedSec, formatDuration } from '../../lib/format-time.ts';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { useSlowNowSec } from '../../lib/use-now.ts';
import css from './build-summary.module.css';
import { buildMinutes, chartScale, summaryCount } from './build-summary-view.ts';

interface BuildChartProps {
  slug: string;
  builds: Build[];
}

/** One bar a build, oldest at the left. The list below says the same, so readers skip the bars. */
export function BuildChart({ slug, builds }: BuildChartProps) {
  const { repo: text, status, common } = useMessages();
  const nowSec = useSlowNowSec();
  const latest = builds.slice(0, summaryCount).reverse();
  const minutes = latest.map((build) => buildMinutes(build, nowSec));
  const { maxMinutes, ticks } = chartScale(Math.max(0, ...minutes));
  const percent = (value: number) => `${(value / maxMinutes) * 100}%`;
  const describe = (build: Build) => {
    const sec = elapsedSec(build.started, build.finished, nowSec);
    const duration = sec === null ? '' : `, ${formatDuration(sec)}`;
    return `#${build.number}: ${status[build.status]}${duration}`;
  };

  return (
    <figure className={css.chart} aria-label={text.chart(latest.length)}>
      <div className={css.axis} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: percent(tick) }}>
            {tick} {common.minutesShort}
          </span>
        ))}
      </div>
      <div className={css.plot} aria-hidden="true">
        {ticks.map((tick) => (
          <div key={tick} className={css.grid} style={{ bottom: percent(tick) }} />
        ))}
        <div className={css.bars}>
          {latest.map((build, index) => (
            <Link
              key={build.number}
              className={css.bar}
              to={paths.build(slug, build.number)}
              tabIndex={-1}
              title={describe(build)}
              style={{ '--bar': `var(--status-${build.status})` }}
            >
              <i style={{ height: percent(minutes[index] ?? 0) }} />
            </Link>
          ))}
        </div>
      </div>
    </figure>
  );
}
