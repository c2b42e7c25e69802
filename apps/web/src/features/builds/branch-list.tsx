import type { Build } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import { Avatar } from '../../domain-ui/avatar.tsx';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { classNames } from '../../lib/class-names.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import rows from '../../ui/row-list.module.css';
import css from './branch-list.module.css';
import { BuildLink } from './build-link.tsx';
import { branchesQuery, type RepoName } from './build-queries.ts';

/** The latest build of each branch; a row leads to it. */
export function BranchList({ repo }: { repo: RepoName }) {
  const { branches: text } = usePageMessages();
  const { data: builds, error, refetch } = useQuery(branchesQuery(repo));
  if (builds?.length === 0) return <EmptyState title={text.empty} />;
  if (!builds) {
    if (!error) return <ListSkeleton />;
    return <LoadFailure {...describeFailure(error)} onRetry={refetch} />;
  }
  return (
    <ul className={rows.list}>
      {builds.map((build) => (
        <li key={build.target}>
          <BranchRow slug={`${repo.namespace}/${repo.name}`} build={build} />
        </li>
      ))}
    </ul>
  );
}

function BranchRow({ slug, build }: { slug: string; build: Build }) {
  return (
    <BuildLink className={classNames(rows.row, css.row)} slug={slug} build={build}>
      <StatusIcon status={build.status} />
      <span className={classNames(rows.text, css.branch)}>{build.target}</span>
      <code className={css.commit}>{build.after.slice(0, 8)}</code>
      <span className={classNames(rows.text, css.author)}>
        <Avatar src={build.author_avatar} name={build.author_login} />
        {build.author_login}
      </span>
      <span className={classNames(rows.text, css.message)}>{build.message}</span>
    </BuildLink>
  );
}
