import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { useBranchSuggestions } from '../../api/branch-search.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { useAddressParameters } from '../../lib/use-address-parameters.ts';
import { mobileQuery, useMediaQuery } from '../../lib/use-media-query.ts';
import { useTyped } from '../../lib/use-typed.ts';
import { Button } from '../../ui/button.tsx';
import { ComboboxFilter } from '../../ui/combobox-filter.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { filterMessages } from '../../ui/filter-messages.ts';
import { FilterSheet } from '../../ui/filter-sheet.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { testMessages } from './messages.ts';
import { orderParameter, RepoTestOrderSelect, readRepoTestOrder } from './repo-test-order.tsx';
import { RepoTestRow } from './repo-test-row.tsx';
import css from './repo-tests.module.css';
import { repoTestsQuery, type TestedRepo } from './test-queries.ts';

interface RepoTestsProps {
  repo: TestedRepo;
  renderBuild: (number: number) => ReactNode;
}

/** Statistics of the tests of a repository. */
export function RepoTests({ repo, renderBuild }: RepoTestsProps) {
  const { common } = useMessages();
  const text = useTexts(testMessages);
  const [parameters, change] = useAddressParameters();
  const words = parameters.get('words') ?? '';
  const branch = parameters.get('branch') ?? '';
  const sort = readRepoTestOrder(parameters.get('sort'));
  const setBranch = (chosen: string) => change({ branch: chosen });
  const [typed, setTyped] = useTyped(words, (text) => change({ words: text }));
  const query = useInfiniteQuery(repoTestsQuery(repo, { branch, words, sort }));
  const { data, error } = query;
  const first = data?.pages[0];
  const isFiltered = words !== '' || branch !== '';
  const clear = () => {
    setTyped('');
    change({ words: '', branch: '' });
  };
  const tests = data?.pages.flatMap((page) => page.tests) ?? [];
  return (
    <section className={css.section} aria-label={text.title} aria-busy={query.isPlaceholderData}>
      <div className={css.tools}>
        <FilterField className={css.field} label={text.words} value={typed} onChange={setTyped} />
        <BranchFilter repo={repo} branch={branch} onChange={setBranch} />
        <RepoTestOrderSelect
          sort={sort}
          onChange={(order) => change({ sort: orderParameter(order) })}
        />
        <p className={css.found} role="status">
          {first && first.found > 0 && text.found(first.found)}
        </p>
      </div>
      {error && !data && (
        <LoadFailure title={text.failed} {...describeFailure(error)} onRetry={query.refetch} />
      )}
      {!error && !data && <ListSkeleton />}
      {first?.found === 0 && <NoTests onClear={isFiltered ? clear : null} />}
      {tests.length > 0 && (
        <ol className={css.list}>
          {tests.map((test) => (
            <li key={test.id}>
              <RepoTestRow repo={repo} test={test} branch={branch} renderBuild={renderBuild} />
            </li>
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <div className={css.more}>
          <Button disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {common.showMore}
          </Button>
        </div>
      )}
    </section>
  );
}

interface BranchFilterProps {
  repo: TestedRepo;
  branch: string;
  onChange: (branch: string) => void;
}

/** Limits the builds to a branch. On a small screen, the field is in a sheet. */
function BranchFilter({ repo, branch, onChange }: BranchFilterProps) {
  const text = useTexts(testMessages);
  const suggestions = useBranchSuggestions(repo);
  const isMobile = useMediaQuery(mobileQuery);
  const field = (
    <ComboboxFilter
      className={isMobile ? undefined : css.field}
      label={text.branch}
      placeholder={text.anyBranch}
      hasVisibleLabel={isMobile}
      value={branch}
      {...suggestions}
      onChange={onChange}
    />
  );
  if (!isMobile) return field;
  return (
    <FilterSheet count={branch ? 1 : 0} onClear={() => onChange('')}>
      {field}
    </FilterSheet>
  );
}

/** Replaces an empty list. `onClear` is null without a filter. */
function NoTests({ onClear }: { onClear: (() => void) | null }) {
  const filters = useTexts(filterMessages);
  const text = useTexts(testMessages);
  if (!onClear) return <EmptyState title={text.emptyTitle} detail={text.empty} />;
  return (
    <EmptyState
      title={text.nothingTitle}
      detail={text.nothing}
      action={<Button onClick={onClear}>{filters.clear}</Button>}
    />
  );
}
