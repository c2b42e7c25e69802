import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Navigate } from 'react-router';
import { describeFailure, isMissing } from '../../api/api-error.ts';
import { joinBuildPages } from '../../api/build-live-update.ts';
import { buildListQuery, type RepoName } from '../../api/build-queries.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { repoMessages } from '../../domain-ui/repo-messages.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import rows from '../../ui/row-list.module.css';
import css from './build-list.module.css';
import { BuildListSkeleton } from './build-list-skeleton.tsx';
import type { RenderTimeLeft } from './build-row.tsx';
import { readAllBuilds } from './found-build-queries.ts';
import { ListedBuild } from './listed-build.tsx';
import { SelectButton } from './select-button.tsx';
import { type RenderSelected, useBuildSelection } from './use-build-selection.ts';

interface BuildListProps {
  repo: RepoName;
  renderTimeLeft: RenderTimeLeft;
  /** Undefined if the viewer may not change builds. */
  renderSelected?: RenderSelected | undefined;
}

export function BuildList({ repo, renderTimeLeft, renderSelected }: BuildListProps) {
  const { common } = useMessages();
  const text = useTexts(repoMessages);
  const slug = `${repo.namespace}/${repo.name}`;
  const titleId = useId();
  const query = useInfiniteQuery(buildListQuery(repo));
  const builds = query.data && joinBuildPages(query.data.pages);
  const selectable = useBuildSelection();
  const { selection, start } = selectable;
  const newestSeen = useRef(0);
  const newestNumber = Math.max(0, ...(builds?.map((build) => build.number) ?? []));
  useEffect(() => {
    newestSeen.current = newestNumber;
  }, [newestNumber]);

  if (isMissing(query.error) && !builds) return <Navigate to={paths.notFound} replace />;
  if (query.error && !builds) {
    return (
      <LoadFailure
        title={text.buildsFailed}
        {...describeFailure(query.error)}
        onRetry={query.refetch}
      />
    );
  }
  if (builds?.length === 0) return <EmptyState title={text.emptyTitle} detail={text.empty} />;

  const isNew = (number: number) => newestSeen.current > 0 && number > newestSeen.current;
  return (
    <section aria-labelledby={titleId}>
      <div className={css.head}>
        <h2 id={titleId} className={css.title}>
          {text.executions}
        </h2>
        {builds && renderSelected && !selection && <SelectButton onSelect={start} />}
      </div>
      {builds ? (
        <ol className={rows.list}>
          {builds.map((build) => (
            <li key={build.number} className={isNew(build.number) ? css.entering : undefined}>
              <ListedBuild
                {...{ slug, build, builds: selectable }}
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
        builds &&
        renderSelected?.({
          selection,
          shown: builds,
          total: query.hasNextPage ? undefined : builds.length,
          readAll: (limit) => readAllBuilds(repo, {}, limit),
          refresh: () => void query.refetch(),
        })}
    </section>
  );
}
