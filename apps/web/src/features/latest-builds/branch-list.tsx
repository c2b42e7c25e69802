import type { Build } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { branchesQuery, type RepoName } from '../../api/build-queries.ts';
import { Avatar } from '../../domain-ui/avatar.tsx';
import { BuildLink } from '../../domain-ui/build-link.tsx';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { repoMessages } from '../../domain-ui/repo-messages.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { classNames } from '../../lib/class-names.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { filterMessages } from '../../ui/filter-messages.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import rows from '../../ui/row-list.module.css';
import css from './branch-list.module.css';
import { listBranchBuilds } from './branch-list-view.ts';
import { useRemoveBranch } from './latest-build-mutations.ts';
import { latestBuildMessages } from './messages.ts';

const pageSize = 100;

interface BranchListProps {
  repo: RepoName;
  /** Undefined while loading. */
  defaultBranch: string | undefined;
  /** Whether the viewer may remove branches from the list; undefined while loading. */
  canRemove: boolean | undefined;
}

/** Lists the latest build of each branch. Each row links to its build. */
export function BranchList({ repo, defaultBranch, canRemove }: BranchListProps) {
  const { common } = useMessages();
  const { branches: tab } = useTexts(repoMessages);
  const { branches: text } = useTexts(latestBuildMessages);
  const { data: builds, error, refetch } = useQuery(branchesQuery(repo));
  const remove = useRemoveBranch(repo);
  const slug = `${repo.namespace}/${repo.name}`;
  const [typed, setTyped] = useState('');
  const [limit, setLimit] = useState(pageSize);
  if (builds?.length === 0) return <EmptyState title={text.empty} />;
  if (!builds && error) return <LoadFailure {...describeFailure(error)} onRetry={refetch} />;
  const shown = builds && listBranchBuilds(builds, defaultBranch, typed.trim());
  const filter = (words: string) => {
    setTyped(words);
    setLimit(pageSize);
  };
  return (
    <div className={css.section}>
      <div className={css.tools}>
        <FilterField className={css.filter} label={text.filter} value={typed} onChange={filter} />
        <p className={css.count} role="status">
          {shown && text.count(shown.length)}
        </p>
      </div>
      {!shown && <ListSkeleton />}
      {shown?.length === 0 && <NothingFound onClear={() => filter('')} />}
      {shown && shown.length > 0 && (
        <ul className={rows.list} aria-label={tab}>
          {shown.slice(0, limit).map((build) => (
            <li key={build.target} className={css.item}>
              <BranchRow slug={slug} build={build} isDefault={build.target === defaultBranch} />
              {canRemove !== false && (
                <span className={css.remove}>
                  {canRemove && (
                    <DeleteButton
                      name={build.target}
                      words={{ button: text.removeNamed(build.target), action: text.remove }}
                      question={text.removeQuestion(build.target)}
                      detail={text.removeDetail(slug)}
                      onConfirm={() => remove.mutate(build.target)}
                    />
                  )}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {shown && shown.length > limit && (
        <Button className={css.more} onClick={() => setLimit(limit + pageSize)}>
          {common.showMore}
        </Button>
      )}
    </div>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const filters = useTexts(filterMessages);
  const { branches: text } = useTexts(latestBuildMessages);
  return (
    <EmptyState
      title={text.nothingTitle}
      detail={text.nothing}
      action={<Button onClick={onClear}>{filters.clear}</Button>}
    />
  );
}

interface BranchRowProps {
  slug: string;
  build: Build;
  isDefault: boolean;
}

function BranchRow({ slug, build, isDefault }: BranchRowProps) {
  const { branches: text } = useTexts(latestBuildMessages);
  return (
    <BuildLink className={classNames(rows.row, css.row)} slug={slug} build={build}>
      <StatusIcon status={build.status} />
      <span className={css.branch}>
        <span className={rows.text}>{build.target}</span>
        {isDefault && <span className={css.default}>{text.default}</span>}
      </span>
      <code className={css.commit}>{build.after.slice(0, 8)}</code>
      <span className={classNames(rows.text, css.author)}>
        <Avatar src={build.author_avatar} name={build.author_login} />
        {build.author_login}
      </span>
      <span className={classNames(rows.text, css.message)}>{build.message}</span>
      <span className={classNames(rows.time, css.time)}>
        <RelativeTime timeSec={build.created} />
      </span>
    </BuildLink>
  );
}
