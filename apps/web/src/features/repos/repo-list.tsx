import type { Repo } from '@millrace/contract/api';
import { useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { hasServerExtras } from '../../lib/server-kind.ts';
import { Button } from '../../ui/button.tsx';
import rows from '../../ui/row-list.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { DefaultBranches } from './default-branches.ts';
import css from './repo-list.module.css';
import { repoPageSize } from './repo-list-view.ts';
import { RepoRow, repoRowClass } from './repo-row.tsx';
import section from './repo-section.module.css';

interface RepoListProps {
  repos: Repo[];
  branches: DefaultBranches;
}

export function RepoList({ repos, branches }: RepoListProps) {
  const { common } = useMessages();
  const [shownCount, setShownCount] = useState(repoPageSize);
  return (
    <>
      <ul className={rows.list}>
        {repos.slice(0, shownCount).map((repo) => (
          <li key={repo.slug}>
            <RepoRow repo={repo} branch={branches.states?.get(repo.slug)} />
          </li>
        ))}
      </ul>
      {repos.length > shownCount && (
        <div className={section.more}>
          <Button onClick={() => setShownCount(shownCount + repoPageSize)}>
            {common.showMore}
          </Button>
        </div>
      )}
    </>
  );
}

const skeletonWidths = ['58%', '42%', '65%', '50%', '47%', '60%', '40%', '54%'];

export function RepoListSkeleton() {
  return (
    <ul className={rows.list} aria-hidden="true">
      {skeletonWidths.map((width) => (
        <li key={width} className={classNames(rows.row, rows.twoLines, repoRowClass())}>
          <Skeleton width={16} height={16} />
          <Skeleton width={width} />
          <span className={classNames(rows.text, css.message)}>
            <Skeleton width={width} />
          </span>
          <span className={classNames(rows.text, css.who)}>
            <Skeleton width="70%" />
          </span>
          {hasServerExtras() && <span className={css.branch} />}
          <span className={classNames(rows.time, css.time)}>
            <Skeleton width={72} />
          </span>
        </li>
      ))}
    </ul>
  );
}
