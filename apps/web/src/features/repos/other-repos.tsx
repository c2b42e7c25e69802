import type { Repo } from '@millrace/contract/api';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide';
import { useEffect, useId, useState } from 'react';
import { onBuildEvent } from '../../api/build-events.ts';
import { updateCached } from '../../api/update-cached.ts';
import { visibleReposQuery } from '../../api/visible-repos.ts';
import { visibilityMessages } from '../../domain-ui/visibility-messages.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import rows from '../../ui/row-list.module.css';
import { dashboardMessages } from './messages.ts';
import { updateRepoList } from './repo-live-update.ts';
import { RepoRow } from './repo-row.tsx';
import css from './repo-section.module.css';

interface OtherReposProps {
  /** Typed part of the name. Matches are shown at once. */
  text: string;
  /** Whether to show the repositories at first. */
  isOpenAtFirst: boolean;
}

/** Repositories of others that every account may read: all on request, and those that match a typed text. */
export function OtherRepos({ text: typed, isOpenAtFirst }: OtherReposProps) {
  const { otherRepos } = useTexts(dashboardMessages);
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const list = visibleReposQuery(useDebounced(typed.trim()));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(list);
  useLivePages(list);
  const repos = data?.pages.flat() ?? [];
  if (repos.length === 0) return null;
  const isSearch = typed.trim() !== '';
  return (
    <section aria-labelledby={titleId}>
      <div className={css.head}>
        <h2 id={titleId} className={css.title}>
          {isSearch ? (
            otherRepos
          ) : (
            <Button kind="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {otherRepos}
              <Icon icon={ChevronDown} size={12} />
            </Button>
          )}
        </h2>
      </div>
      {(isOpen || isSearch) && (
        <PagedRepos {...{ repos, hasNextPage, isFetchingNextPage, fetchNextPage }} />
      )}
    </section>
  );
}

interface PagedReposProps {
  repos: Repo[];
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

function PagedRepos({ repos, hasNextPage, isFetchingNextPage, fetchNextPage }: PagedReposProps) {
  const { common } = useMessages();
  const visibilities = useTexts(visibilityMessages);
  return (
    <>
      <ul className={rows.list}>
        {repos.map((repo) => (
          <li key={repo.slug}>
            <RepoRow repo={repo} note={visibilities[repo.visibility][0]} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className={css.more}>
          <Button disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {common.showMore}
          </Button>
        </div>
      )}
    </>
  );
}

function useLivePages(list: ReturnType<typeof visibleReposQuery>) {
  const client = useQueryClient();
  const [, text] = list.queryKey;
  useEffect(
    () =>
      onBuildEvent((event) =>
        updateCached(client, visibleReposQuery(String(text)), (data) => ({
          ...data,
          pages: data.pages.map((repos) => updateRepoList(repos, event)),
        })),
      ),
    [client, text],
  );
}
