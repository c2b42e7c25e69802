import type { Build, DefaultBranch, Repo } from '@millrace/contract/api';
import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { ActivityLine } from '../../domain-ui/activity-line.tsx';
import { activityMessages } from '../../domain-ui/activity-messages.ts';
import { buildTitle } from '../../domain-ui/activity-text.ts';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { buildStatus } from '../../domain-ui/shown-status.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { hasServerExtras } from '../../lib/server-kind.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BranchState } from './branch-state.tsx';
import type { DefaultBranches } from './default-branches.ts';
import { dashboardMessages } from './messages.ts';
import css from './recent-activity.module.css';
import { recentCount, recentRepos } from './repo-list-view.ts';
import section from './repo-section.module.css';

const stored = 'recent-count';

/** Returns whether the number of items of the last visit is known, for which space is reserved. */
export function knowsRecentCount(): boolean {
  return readStored(stored) !== null;
}

/** Reads the number of items of the last visit, to reserve space so that the layout does not shift. */
function readExpected(): number {
  const count = Number(readStored(stored) ?? 3);
  return count >= 1 && count <= recentCount ? count : 3;
}

interface RecentActivityProps {
  repos: Repo[] | undefined;
  branches: DefaultBranches;
}

export function RecentActivity({ repos, branches }: RecentActivityProps) {
  const text = useTexts(dashboardMessages);
  const titleId = useId();
  const recent = repos && recentRepos(repos);
  const [expected] = useState(readExpected);
  const count = recent?.length;
  useEffect(() => {
    if (count !== undefined) writeStored(stored, String(count));
  }, [count]);
  if (recent?.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <div className={section.head}>
        <h2 id={titleId} className={section.title}>
          {text.recent}
        </h2>
      </div>
      <ul className={css.cards}>
        {recent?.map((repo) => (
          <li key={repo.slug}>
            {repo.build && (
              <RecentCard repo={repo} build={repo.build} branch={branches.states?.get(repo.slug)} />
            )}
          </li>
        )) ?? [...Array(expected).keys()].map((slot) => <SkeletonCard key={slot} />)}
      </ul>
    </section>
  );
}

interface RecentCardProps {
  repo: Repo;
  build: Build;
  branch: DefaultBranch | undefined;
}

function RecentCard({ repo, build, branch }: RecentCardProps) {
  const text = useTexts(activityMessages);
  return (
    <Link className={css.card} to={paths.repo(repo.slug)}>
      <span className={css.top}>
        <StatusIcon status={buildStatus(build)} />
        <span className={css.slug}>
          <span>{repo.namespace} / </span>
          <strong>{repo.name}</strong>
        </span>
        <span className={css.time}>
          <RelativeTime timeSec={build.created} />
        </span>
      </span>
      <span className={css.title}>
        <span>#{build.number}</span> {buildTitle(build, text.untitled)}
      </span>
      <span className={css.bottom}>
        <ActivityLine build={build} />
        {hasServerExtras() && (
          <BranchState branch={repo.active ? branch : undefined} className={css.branch} />
        )}
      </span>
    </Link>
  );
}

function SkeletonCard() {
  return (
    <li className={css.card} aria-hidden="true">
      <Skeleton width="60%" height={14} />
      <Skeleton width="85%" />
      <Skeleton width="45%" />
    </li>
  );
}
