import type { RepoCause } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { describeFailure } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { CauseForm } from './cause-form.tsx';
import { repoCauseQuery } from './cause-page-queries.ts';
import css from './causes.module.css';
import { FailureList } from './failure-list.tsx';
import { causeMessages } from './messages.ts';
import { WeekBars } from './week-bars.tsx';

const shortHashLength = 8;

interface CauseDetailProps {
  repo: RepoName;
  cause: number;
  canWrite: boolean;
}

/** A cause of failures in a repository: its totals, settings and builds. */
export function CauseDetail({ repo, cause: id, canWrite }: CauseDetailProps) {
  const text = useTexts(causeMessages);
  const { data: cause, error, refetch } = useQuery(repoCauseQuery(repo, id));
  if (!cause) {
    if (!error) return <ListSkeleton />;
    return <LoadFailure title={text.causeFailed} {...describeFailure(error)} onRetry={refetch} />;
  }
  return (
    <div className={css.page}>
      <Summary repo={repo} cause={cause} />
      <Section title={text.weeks}>
        <WeekBars weeks={cause.weeks} />
      </Section>
      <Section title={text.builds}>
        <FailureList repo={repo} cause={id} />
      </Section>
      {canWrite && (
        <Section title={text.settings}>
          <CauseForm repo={repo} cause={cause} />
        </Section>
      )}
    </div>
  );
}

function Summary({ repo, cause }: { repo: RepoName; cause: RepoCause }) {
  const text = useTexts(causeMessages);
  const { step, title, name, issue, failures, recovered, first, others } = cause;
  return (
    <div className={css.summary}>
      <h2 className={css.heading}>{name || title || text.unknown}</h2>
      {name && title && <p className={css.errorLine}>{title}</p>}
      <p className={css.details}>
        <span>{text.step(step)}</span>
        <span>{text.failures(failures)}</span>
        {recovered > 0 && <span>{text.recovered(recovered)}</span>}
        {issue && (
          <a href={issue} target="_blank" rel="noreferrer noopener">
            {text.issue}
          </a>
        )}
      </p>
      <p className={css.details}>
        <span>
          {text.since}{' '}
          <Link to={paths.build(`${repo.namespace}/${repo.name}`, first.build)}>
            #{first.build}
          </Link>{' '}
          {text.withCommit} <code>{first.commit.slice(0, shortHashLength)}</code>
        </span>
        <span>
          {text.lastSeen} <RelativeTime timeSec={cause.last_seen} />
        </span>
      </p>
      {others.length > 0 && (
        <p className={css.details}>
          <span>{text.others}</span>
          {others.map(({ slug, failures: count }) => (
            <Link key={slug} to={paths.repoCause(slug, cause.id)}>
              {slug} ({count})
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}
