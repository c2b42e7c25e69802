import type { Build } from '@millrace/contract/api';
import { type KeyboardEvent, useState } from 'react';
import { BuildLink } from '../../domain-ui/build-link.tsx';
import { buildStatus } from '../../domain-ui/shown-status.ts';
import { statusMessages } from '../../domain-ui/status-messages.ts';
import { elapsedSec, formatDuration } from '../../lib/format-time.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { useSlowNowSec } from '../../lib/use-now.ts';
import css from './build-summary.module.css';
import { buildMinutes, chartScale, summaryCount } from './build-summary-view.ts';
import { trendMessages } from './messages.ts';

interface BuildChartProps {
  slug: string;
  builds: Build[];
}

/**
 * Bar chart with one bar for each build, oldest on the left. It is one tab stop; arrow keys move the focus
 * between bars.
 */
export function BuildChart({ slug, builds }: BuildChartProps) {
  const text = useTexts(trendMessages);
  const status = useTexts(statusMessages);
  const nowSec = useSlowNowSec();
  const latest = builds.slice(0, summaryCount).reverse();
  const [focused, setFocused] = useState<number>();
  const tabStop = latest.some((build) => build.number === focused)
    ? focused
    : latest.at(-1)?.number;
  const minutes = latest.map((build) => buildMinutes(build, nowSec));
  const { maxMinutes, ticks } = chartScale(Math.max(0, ...minutes), {
    seconds: text.secondsShort,
    minutes: text.minutesShort,
  });
  const percent = (value: number) => `${(value / maxMinutes) * 100}%`;
  const describe = (build: Build) => {
    const sec = elapsedSec(build.started, build.finished, nowSec);
    const duration = sec === null ? '' : `, ${formatDuration(sec)}`;
    return `#${build.number}: ${status[buildStatus(build)]}${duration}`;
  };

  return (
    <figure className={css.chart} aria-label={text.chart(latest.length)}>
      <div className={css.axis} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick.label} style={{ bottom: percent(tick.minutes) }}>
            {tick.label}
          </span>
        ))}
      </div>
      <div className={css.plot}>
        {ticks.map((tick) => (
          <div key={tick.label} className={css.grid} style={{ bottom: percent(tick.minutes) }} />
        ))}
        <ol className={css.bars} onKeyDown={moveFocus}>
          {latest.map((build, index) => (
            <li key={build.number}>
              <BuildLink
                className={css.bar}
                slug={slug}
                build={build}
                tabIndex={build.number === tabStop ? 0 : -1}
                onFocus={() => setFocused(build.number)}
                aria-label={describe(build)}
                title={describe(build)}
                style={{ '--bar': `var(--status-${buildStatus(build)})` }}
              >
                <i style={{ height: percent(minutes[index] ?? 0) }} />
              </BuildLink>
            </li>
          ))}
        </ol>
      </div>
    </figure>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const bars = [...event.currentTarget.querySelectorAll('a')];
  const at = bars.indexOf(document.activeElement as HTMLAnchorElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: bars.length - 1 }[event.key];
  if (next === undefined || !bars[next]) return;
  event.preventDefault();
  bars[next].focus();
}
