import type { BuildTrend } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useLanguage, useTexts } from '../../lib/i18n/messages.tsx';
import { useAddressParameters } from '../../lib/use-address-parameters.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { filterMessages } from '../../ui/filter-messages.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChangeList } from './change-list.tsx';
import { PartList } from './part-list.tsx';
import { nameOf, readPartSort } from './part-view.ts';
import { rangeParameter, readTrendChoice } from './trend-address.ts';
import { TrendCharts } from './trend-charts.tsx';
import { TrendFilters } from './trend-filters.tsx';
import css from './trend-page.module.css';
import { trendPageMessages } from './trend-page-messages.ts';
import { periodsWithDays } from './trend-points.ts';
import { buildTrendQuery, trendPartsQuery } from './trend-queries.ts';
import { TrendTable } from './trend-table.tsx';

/** Trends of a repository: charts or a table, lasting changes, and the durations of stages and steps. */
export function BuildTrends({ repo }: { repo: RepoName }) {
  const text = useTexts(trendPageMessages);
  const filters = useTexts(filterMessages);
  const { locale } = useLanguage();
  const [parameters, change] = useAddressParameters();
  const values = useRef<HTMLDivElement>(null);
  const choice = readTrendChoice(parameters);
  const { stage, step } = choice;
  const query = useQuery(buildTrendQuery(repo, choice));
  const { data: parts } = useQuery(trendPartsQuery(repo, choice));
  const slug = `${repo.namespace}/${repo.name}`;
  const { data: trend, error } = query;
  const isTable = parameters.get('view') === 'table';
  const isFiltered = choice.branch !== '' || choice.event !== '';
  const periods = trend && periodsWithDays(trend, { slug, choice, locale });
  const durationTitle = stage ? text.durationOf(nameOf(stage, step)) : text.duration;
  return (
    <div className={css.page} aria-busy={query.isPlaceholderData}>
      <div className={css.tools}>
        <TrendFilters
          repo={repo}
          choice={choice}
          onRange={(range) => change({ range: rangeParameter(range) })}
          onBranch={(branch) => change({ branch })}
          onEvent={(event) => change({ event })}
        />
        <Button onClick={() => change({ view: isTable ? '' : 'table' })}>
          {isTable ? text.showCharts : text.showTable}
        </Button>
        {stage && <Button onClick={() => change({ stage: '', step: '' })}>{text.allBuilds}</Button>}
        <p className={css.found} role="status">
          {trend && trend.builds > 0 && foundText(trend, text, locale)}
        </p>
      </div>
      {!trend &&
        (error ? (
          <LoadFailure title={text.failed} {...describeFailure(error)} onRetry={query.refetch} />
        ) : (
          <ChartSkeletons />
        ))}
      {trend?.builds === 0 && (
        <EmptyState
          title={text.emptyTitle}
          detail={text.empty}
          action={
            isFiltered && (
              <Button onClick={() => change({ branch: '', event: '' })}>{filters.clear}</Button>
            )
          }
        />
      )}
      {trend && periods && trend.builds > 0 && (
        <>
          <div ref={values} className={css.values}>
            {isTable ? (
              <TrendTable
                label={durationTitle}
                unit={trend.unit}
                periods={periods}
                isOfPart={stage !== ''}
              />
            ) : (
              <TrendCharts
                slug={slug}
                trend={trend}
                periods={periods}
                durationTitle={durationTitle}
                isOfPart={stage !== ''}
              />
            )}
          </div>
          {trend.changes.length > 0 && <ChangeList slug={slug} changes={trend.changes} />}
          {parts ? (
            <PartList
              {...parts}
              stage={stage}
              step={step}
              sort={readPartSort(parameters.get('parts'))}
              onSort={(sort) => change({ parts: sort === 'p50' ? '' : sort })}
              onChoose={(chosen, chosenStep) => {
                change({ stage: chosen, step: chosenStep });
                values.current?.scrollIntoView();
              }}
            />
          ) : (
            <ListSkeleton />
          )}
        </>
      )}
    </div>
  );
}

/** Placeholders of the size of the charts. */
function ChartSkeletons() {
  return (
    <div className={css.charts}>
      {[css.widePanel, css.panel, css.panel].map((panel, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never change
        <div key={at} className={panel}>
          <Skeleton width="100%" height={276} />
        </div>
      ))}
    </div>
  );
}

function foundText(
  { builds, every, since }: BuildTrend,
  text: ReturnType<typeof useTexts<typeof trendPageMessages>>,
  locale: string,
): string {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  return [
    text.builds(builds),
    ...(every ? [text.every(every)] : []),
    ...(since ? [text.since(day.format(since * 1000))] : []),
  ].join(', ');
}
