import type { Repo } from '@millrace/contract/api';
import { type ReactNode, useId, useMemo } from 'react';
import { isRed } from '../../domain-ui/branch-state-view.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { filterMessages } from '../../ui/filter-messages.ts';
import rows from '../../ui/row-list.module.css';
import type { DefaultBranches } from './default-branches.ts';
import { dashboardMessages } from './messages.ts';
import { RepoFilterBar } from './repo-filter-bar.tsx';
import { RepoList, RepoListSkeleton } from './repo-list.tsx';
import { filterRepos, organizationsOf } from './repo-list-view.ts';
import css from './repo-section.module.css';
import { useRepoFilters } from './use-repo-filters.ts';

interface RepositoriesSectionProps {
  repos: Repo[] | undefined;
  branches: DefaultBranches;
  /** Renders the repositories of others that match the typed text. */
  renderOthers: (typed: string) => ReactNode;
}

export function RepositoriesSection({ repos, branches, renderOthers }: RepositoriesSectionProps) {
  const filterText = useTexts(filterMessages);
  const text = useTexts(dashboardMessages);
  const titleId = useId();
  const [filters, setFilters] = useRepoFilters();
  const { activeOnly, sort, organization, text: typed } = filters;
  const { states, areMissing } = branches;
  // An unknown state is neither green nor red, so that the filter does not apply without the states.
  const redOnly = filters.redOnly && !areMissing;
  const shown = useMemo(() => {
    if (redOnly && !states) return undefined;
    const isBranchRed = (slug: string) => isRed(states?.get(slug));
    return (
      repos &&
      filterRepos(repos, { activeOnly, redOnly, sort, organization, text: typed }, isBranchRed)
    );
  }, [repos, states, activeOnly, redOnly, sort, organization, typed]);
  const organizations = useMemo(() => organizationsOf(repos ?? []), [repos]);
  const clear = () => setFilters({ activeOnly: false, redOnly: false, organization: '', text: '' });

  return (
    <>
      <section aria-labelledby={titleId}>
        <div className={css.head}>
          <h2 id={titleId} className={css.title}>
            {text.repositories}
          </h2>
          <RepoFilterBar
            filters={{ ...filters, redOnly }}
            organizations={organizations}
            hasStates={!areMissing}
            onChange={setFilters}
          />
        </div>
        {!shown && <RepoListSkeleton />}
        {shown && shown.length > 0 && <RepoList repos={shown} branches={branches} />}
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
      {repos && renderOthers(typed)}
    </>
  );
}
