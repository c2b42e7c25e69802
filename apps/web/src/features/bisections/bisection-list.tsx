import type { Bisection } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { describeFailure } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { bisectionsQuery } from './bisection-queries.ts';
import { BisectionSettings } from './bisection-settings.tsx';
import { BisectionState } from './bisection-state.tsx';
import css from './bisections.module.css';
import { bisectionMessages } from './messages.ts';

const shortHashLength = 8;

interface BisectionListProps {
  repo: RepoName;
  canAdminister: boolean;
}

/** Bisections of a repository, newest first, and their settings. */
export function BisectionList({ repo, canAdminister }: BisectionListProps) {
  const text = useTexts(bisectionMessages);
  const { data, error, refetch } = useQuery(bisectionsQuery(repo));
  if (!data) {
    if (!error) return <ListSkeleton />;
    return <LoadFailure title={text.listFailed} {...describeFailure(error)} onRetry={refetch} />;
  }
  return (
    <div className={css.page}>
      <Section title={text.title}>
        {data.length === 0 ? (
          <EmptyState title={text.empty} detail={text.emptyDetail} />
        ) : (
          <ol className={css.list}>
            {data.map((bisection) => (
              <Row key={bisection.id} repo={repo} bisection={bisection} />
            ))}
          </ol>
        )}
      </Section>
      {canAdminister && <BisectionSettings repo={repo} />}
    </div>
  );
}

function Row({ repo, bisection }: { repo: RepoName; bisection: Bisection }) {
  const text = useTexts(bisectionMessages);
  const slug = `${repo.namespace}/${repo.name}`;
  const { id, status, stage, step, build, found, commits, created } = bisection;
  const newest = found.at(-1);
  return (
    <li className={css.row}>
      <Link to={paths.bisection(slug, id)}>
        <BisectionState status={status} />
      </Link>
      <span className={css.details}>
        <span className={css.step}>{`${stage} › ${step}`}</span>
        <Link className={css.linked} to={paths.build(slug, build)}>
          #{build}
        </Link>
        <span>{text.commits(commits)}</span>
        {newest && <code className={css.hash}>{newest.slice(0, shortHashLength)}</code>}
      </span>
      <span className={css.time}>
        <RelativeTime timeSec={created} />
      </span>
    </li>
  );
}
