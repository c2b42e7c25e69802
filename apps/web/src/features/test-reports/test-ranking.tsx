import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { useAddressParameters, withParameters } from '../../lib/use-address-parameters.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { testMessages } from './messages.ts';
import { rankingMessages } from './ranking-messages.ts';
import { orderParameter, RepoTestOrderSelect, readRepoTestOrder } from './repo-test-order.tsx';
import { RepoTestRow } from './repo-test-row.tsx';
import css from './repo-tests.module.css';
import { repoTestsQuery, type TestedRepo } from './test-queries.ts';

interface TestRankingProps {
  repo: TestedRepo;
  branch: string;
  renderBuild: (number: number) => ReactNode;
}

const shown = 10;

/** The tests that fail most often, are flaky most often or take the longest, with a link to all tests. */
export function TestRanking({ repo, branch, renderBuild }: TestRankingProps) {
  const text = useTexts(testMessages);
  const ranking = useTexts(rankingMessages);
  const [parameters, change] = useAddressParameters();
  const sort = readRepoTestOrder(parameters.get('tests'));
  const query = useInfiniteQuery(repoTestsQuery(repo, { branch, words: '', sort }));
  const { data, error } = query;
  const tests = data?.pages[0]?.tests.slice(0, shown);
  const all = withParameters(new URLSearchParams(), { branch, sort: orderParameter(sort) });
  return (
    <Section
      title={text.title}
      action={
        <RepoTestOrderSelect
          sort={sort}
          onChange={(order) => change({ tests: orderParameter(order) })}
        />
      }
    >
      <p className={css.note}>{ranking.note}</p>
      {error && !data && (
        <LoadFailure title={text.failed} {...describeFailure(error)} onRetry={query.refetch} />
      )}
      {!error && !data && <ListSkeleton />}
      {tests?.length === 0 && <EmptyState title={text.emptyTitle} />}
      {tests && tests.length > 0 && (
        <ol className={css.list} aria-busy={query.isPlaceholderData}>
          {tests.map((test) => (
            <li key={test.id}>
              <RepoTestRow repo={repo} test={test} branch={branch} renderBuild={renderBuild} />
            </li>
          ))}
        </ol>
      )}
      <Link
        className={`${buttonClass({})} ${css.more}`}
        to={`${paths.repoTests(`${repo.namespace}/${repo.name}`)}?${all}`}
      >
        {ranking.all}
      </Link>
    </Section>
  );
}
