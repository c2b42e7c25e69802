import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { joinBuildPages } from '../../api/build-live-update.ts';
import { buildListQuery, type RepoName } from '../../api/build-queries.ts';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { repoMessages } from '../../domain-ui/repo-messages.ts';
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
  repo: RepoName;
  totalBuilds: number | undefined;
}

export function BuildSummary({ repo, totalBuilds }: BuildSummaryProps) {
  const units = useTexts(trendMessages);
  const status = useTexts(statusMessages);
  const text = useTexts(repoMessages);
  const { data, isError } = useInfiniteQuery(buildListQuery(repo));
  const builds = data && joinBuildPages(data.pages);
  const last = builds?.[0];
  const median = builds && medianMinutes(builds);
  if (builds ? builds.length === 0 : isError) return null;

  return (
    <section className={css.summary} aria-label={text.summary}>
      <dl className={css.facts}>
        <Fact name={text.totalBuilds}>{totalBuilds}</Fact>
        <Fact name={text.medianBuild}>
          {builds &&
            (median == null ? (
              '–'
            ) : (
              <Minutes value={formatMedian(median)} unit={units.minutesShort} />
            ))}
        </Fact>
        <Fact name={text.lastBuild}>{last && <RelativeTime timeSec={last.created} />}</Fact>
        <Fact name={text.lastStatus}>
          {last && (
            <>
              <StatusIcon status={buildStatus(last)} isDecorative />
              {status[buildStatus(last)]}
            </>
          )}
        </Fact>
      </dl>
      {builds ? (
        <BuildChart slug={`${repo.namespace}/${repo.name}`} builds={builds} />
      ) : (
        <Skeleton width="100%" height={170} />
      )}
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
