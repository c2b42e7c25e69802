import type { Repo } from '@millrace/contract/api';
import { useId, useMemo } from 'react';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import rows from '../../ui/row-list.module.css';
import { RepoFilterBar } from './repo-filter-bar.tsx';
import { RepoList, RepoListSkeleton } from './repo-list.tsx';
import { filterRepos, organizationsOf } from './repo-list-view.ts';
import css from './repo-section.module.css';
import { useRepoFilters } from './use-repo-filters.ts';

export function RepositoriesSection({ repos }: { repos: Repo[] | undefined }) {
  const { filters: filterText, dashboard: text } = usePageMessages();
  const titleId = useId();
  const [filters, setFilters] = useRepoFilters();
  const { activeOnly, sort, organization, text: typed } = filters;
  const shown = useMemo(
    () => repos && filterRepos(repos, { activeOnly, sort, organization, text: typed }),
    [repos, activeOnly, sort, organization, typed],
  );
  const organizations = useMemo(() => organizationsOf(repos ?? []), [repos]);
  const clear = () => setFilters({ activeOnly: false, organization: '', text: '' });

  return (
    <section aria-labelledby={titleId}>
      <div className={css.head}>
        <h2 id={titleId} className={css.title}>
          {text.repositories}
        </h2>
        <RepoFilterBar filters={filters} organizations={organizations} onChange={setFilters} />
      </div>
      {!shown && <RepoListSkeleton />}
      {shown && shown.length > 0 && <RepoList repos={shown} />}
      {shown?.length === 0 && (
        <div className={rows.list}>
          <EmptyState
            title={text.noMatchTitle}
            detail={text.noMatch}
            action={<Button onClick={clear}>{filterText.clear}</Button>}
          />
        </div>
      )}
    </section>
  );
}
