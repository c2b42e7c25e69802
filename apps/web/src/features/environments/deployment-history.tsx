import type { Build, Environment } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import { useInfiniteQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { ActivityLine } from '../../domain-ui/activity-line.tsx';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { RunDuration } from '../../domain-ui/run-duration.tsx';
import { buildStatus } from '../../domain-ui/shown-status.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { BuildName } from './build-name.tsx';
import { deploymentHistoryQuery } from './environment-queries.ts';
import css from './environments.module.css';
import { environmentMessages } from './messages.ts';

interface DeploymentHistoryProps {
  repo: RepoName;
  target: string;
  /** Undefined while it is loading. */
  environment: Environment | undefined;
  canWrite: boolean;
  onRollBack: (deployment: Build) => void;
}

/** All deployments to an environment with their results, newest first. */
export function DeploymentHistory(props: DeploymentHistoryProps) {
  const { repo, target, environment, canWrite, onRollBack } = props;
  const { common } = useMessages();
  const text = useTexts(environmentMessages);
  const query = useInfiniteQuery(deploymentHistoryQuery(repo, target));
  if (!query.data) {
    if (!query.error) return <ListSkeleton />;
    return <LoadFailure {...describeFailure(query.error)} onRetry={query.refetch} />;
  }
  // A build may have moved to the next page between two requests.
  const builds = new Map(query.data.pages.flat().map((build) => [build.id, build]));
  if (builds.size === 0) return <p className={css.hint}>{text.emptyHistory}</p>;
  const slug = `${repo.namespace}/${repo.name}`;
  const { current } = environment ?? {};
  const canRollBack = (build: Build) =>
    canWrite && environment && isReplaceableBy(environment, build);
  return (
    <>
      <ol className={css.list} aria-label={text.history}>
        {[...builds.values()].map((build) => (
          <li key={build.id} className={css.row}>
            <StatusIcon status={buildStatus(build)} />
            <span className={css.name}>
              <BuildName slug={slug} build={build} />
              {build.id === current?.id && <span className={css.mark}>{text.current}</span>}
            </span>
            <span className={css.who}>
              <ActivityLine build={build} />
            </span>
            <span className={css.time}>
              <RelativeTime timeSec={build.created} />
            </span>
            <span className={css.duration}>
              <RunDuration started={build.started} stopped={build.finished} />
            </span>
            {canWrite && (
              <span className={css.action}>
                {canRollBack(build) && (
                  <Button
                    size="small"
                    aria-label={text.rollBackTo(build.number)}
                    onClick={() => onRollBack(build)}
                  >
                    {text.rollBack}
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          className={css.more}
          disabled={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          {common.showMore}
        </Button>
      )}
    </>
  );
}

/** Returns whether a rollback to a deployment makes sense: to the current one only if a later one may have replaced part of it. */
function isReplaceableBy({ current, newest }: Environment, { id, status, after }: Build): boolean {
  if (!current || status !== 'success') return false;
  if (id === current.id) return newest !== undefined && isFinished(newest.status);
  return after !== current.after;
}
