import type { Build } from '@millrace/contract/api';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { buildStatus } from '../../domain-ui/shown-status.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { statusMessages } from '../../domain-ui/status-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BuildChart } from './build-chart.tsx';
import css from './build-summary.module.css';
import { formatMedian, medianMinutes } from './build-summary-view.ts';
import { trendMessages } from './messages.ts';

interface BuildSummaryProps {
  slug: string;
  /** The builds of the list below, newest first; undefined until they are loaded. */
  builds: Build[] | undefined;
  totalBuilds: number | undefined;
  isFiltered: boolean;
}

/** Numbers and durations of the latest builds in a list. */
export function BuildSummary({ slug, builds, totalBuilds, isFiltered }: BuildSummaryProps) {
  const text = useTexts(trendMessages);
  const status = useTexts(statusMessages);
  const last = builds?.[0];
  const median = builds && medianMinutes(builds);
  // A filter that matches nothing must not move the fields of the filter.
  if (builds?.length === 0 && !isFiltered) return null;

  return (
    <section className={css.summary} aria-label={text.summary}>
      <dl className={css.facts}>
        <Fact name={text.totalBuilds}>{totalBuilds}</Fact>
        <Fact name={text.medianBuild}>
          {builds &&
            (median == null ? (
              '–'
            ) : (
              <Minutes value={formatMedian(median)} unit={text.minutesShort} />
            ))}
        </Fact>
        <Fact name={text.lastBuild}>
          {last ? <RelativeTime timeSec={last.created} /> : builds && '–'}
        </Fact>
        <Fact name={text.lastStatus}>
          {last ? (
            <>
              <StatusIcon status={buildStatus(last)} isDecorative />
              {status[buildStatus(last)]}
            </>
          ) : (
            builds && '–'
          )}
        </Fact>
      </dl>
      {builds ? <BuildChart slug={slug} builds={builds} /> : <Skeleton width="100%" height={170} />}
    </section>
  );
}

function Minutes({ value, unit }: { value: string; unit: string }) {
  return (
    <>
      <span>{value}</span> <span className={css.unit}>{unit}</span>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? <Skeleton width={72} height={16} />}</dd>
    </div>
  );
}
