import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { describeFailure } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { causeFailuresQuery } from './cause-page-queries.ts';
import css from './causes.module.css';
import { causeMessages } from './messages.ts';

/** Builds with a cause, newest first. */
export function FailureList({ repo, cause }: { repo: RepoName; cause: number }) {
  const { common } = useMessages();
  const text = useTexts(causeMessages);
  const query = useInfiniteQuery(causeFailuresQuery(repo, cause));
  const { data, error, refetch } = query;
  if (!data) {
    if (!error) return <ListSkeleton />;
    return <LoadFailure title={text.loadFailed} {...describeFailure(error)} onRetry={refetch} />;
  }
  const failures = data.pages.flat();
  if (failures.length === 0) {
    return <EmptyState title={text.noBuilds} detail={text.noBuildsDetail} />;
  }
  const slug = `${repo.namespace}/${repo.name}`;
  return (
    <>
      <ol className={css.list}>
        {failures.map(({ build, stage, step, attempt, message, failed, recovered }) => (
          <li key={`${build}-${attempt}-${stage}-${step}`} className={css.run}>
            <Link to={`${paths.build(slug, build, stage, step)}?attempt=${attempt}`}>#{build}</Link>
            <span className={css.message}>{message}</span>
            <span className={css.details}>
              {attempt > 1 && <span>{text.attempt(attempt)}</span>}
              {recovered && <span>{text.passedLater}</span>}
              <RelativeTime timeSec={failed} />
            </span>
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {common.showMore}
        </Button>
      )}
    </>
  );
}
