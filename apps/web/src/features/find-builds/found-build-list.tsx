import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Navigate } from 'react-router';
import { describeFailure, isMissing } from '../../api/api-error.ts';
import { findMessages } from '../../domain-ui/find-messages.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { repoMessages } from '../../domain-ui/repo-messages.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { filterMessages } from '../../ui/filter-messages.ts';
import rows from '../../ui/row-list.module.css';
import type { BuildFilter } from './build-filter.ts';
import css from './build-list.module.css';
import { BuildListSkeleton } from './build-list-skeleton.tsx';
import type { RenderTimeLeft } from './build-row.tsx';
import { buildCountsQuery, readAllBuilds, type Scope } from './found-build-queries.ts';
import { joinFoundPages } from './found-builds.ts';
import { ListedBuild } from './listed-build.tsx';
import { SelectButton } from './select-button.tsx';
import { type RenderSelected, useBuildSelection } from './use-build-selection.ts';
import { useFoundBuilds } from './use-found-builds.ts';

interface FoundBuildListProps {
  scope: Scope;
  filter: BuildFilter;
  onClear: () => void;
  renderTimeLeft: RenderTimeLeft;
  /** Undefined if the viewer may not change builds, or in lists of several repositories. */
  renderSelected?: RenderSelected | undefined;
}

/** Lists the builds that match the filter. */
export function FoundBuildList(props: FoundBuildListProps) {
  const { scope, filter, onClear, renderTimeLeft, renderSelected } = props;
  const selectable = useBuildSelection();
  const { selection, start } = selectable;
  const { common } = useMessages();
  const text = useTexts(repoMessages);
  const find = useTexts(findMessages);
  const titleId = useId();
  const query = useFoundBuilds(scope, filter);
  const { data: counts } = useQuery(buildCountsQuery(scope, filter));
  const builds = query.data && joinFoundPages(query.data.pages);
  const isFiltered = Object.keys(filter).length > 0;

  if (scope !== 'all' && isMissing(query.error) && !builds) {
    return <Navigate to={paths.notFound} replace />;
  }
  return (
    <section aria-labelledby={titleId} aria-busy={query.isPlaceholderData}>
      <div className={css.head}>
        <h2 id={titleId} className={css.title}>
          {text.executions}
        </h2>
        <p className={css.total} role="status">
          {counts &&
            (counts.newest
              ? find.totalOfNewest(counts.total, counts.newest)
              : find.total(counts.total))}
        </p>
        {builds && builds.length > 0 && renderSelected && !selection && (
          <SelectButton onSelect={start} />
        )}
      </div>
      {query.error && !builds ? (
        <LoadFailure
          title={text.buildsFailed}
          {...describeFailure(query.error)}
          onRetry={query.refetch}
        />
      ) : builds?.length === 0 ? (
        <NoBuilds onClear={isFiltered ? onClear : null} />
      ) : builds ? (
        <ol className={rows.list}>
          {builds.map(({ slug, build }) => (
            <li key={build.id}>
              <ListedBuild
                {...{ slug, build, builds: selectable }}
                hasSlug={scope === 'all'}
                timeLeft={renderTimeLeft(slug, build)}
              />
            </li>
          ))}
        </ol>
      ) : (
        <BuildListSkeleton />
      )}
      {query.hasNextPage && (
        <div className={css.more}>
          <Button disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {common.showMore}
          </Button>
        </div>
      )}
      {selection &&
        scope !== 'all' &&
        renderSelected?.({
          selection,
          shown: builds?.map(({ build }) => build) ?? [],
          total: counts?.newest ? undefined : counts?.total,
          readAll: (limit) => readAllBuilds(scope, filter, limit),
          refresh: () => void query.refetch(),
        })}
    </section>
  );
}

/** Replaces an empty list. `onClear` is null without a filter. */
function NoBuilds({ onClear }: { onClear: (() => void) | null }) {
  const filters = useTexts(filterMessages);
  const find = useTexts(findMessages);
  if (!onClear) return <EmptyState title={find.emptyTitle} detail={find.empty} />;
  return (
    <EmptyState
      title={find.nothingTitle}
      detail={find.nothing}
      action={<Button onClick={onClear}>{filters.clear}</Button>}
    />
  );
}
