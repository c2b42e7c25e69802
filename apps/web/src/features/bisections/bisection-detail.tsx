import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { describeFailure } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { bisectionQuery } from './bisection-queries.ts';
import { BisectionSummary } from './bisection-summary.tsx';
import css from './bisections.module.css';
import { CommitBars } from './commit-bars.tsx';
import { bisectionMessages } from './messages.ts';
import { RunList } from './run-list.tsx';

interface BisectionDetailProps {
  repo: RepoName;
  bisection: number;
  canWrite: boolean;
}

/** A bisection: its answer, the probability of each commit, and its runs. Updated while it is running. */
export function BisectionDetail({ repo, bisection: id, canWrite }: BisectionDetailProps) {
  const text = useTexts(bisectionMessages);
  const { data, error, refetch } = useQuery(bisectionQuery(repo, id));
  if (!data) {
    if (!error) return <ListSkeleton />;
    return <LoadFailure title={text.loadFailed} {...describeFailure(error)} onRetry={refetch} />;
  }
  return (
    <div className={css.page}>
      <nav aria-label={text.title}>
        <Link className={css.linked} to={paths.bisections(`${repo.namespace}/${repo.name}`)}>
          {text.title}
        </Link>
      </nav>
      <BisectionSummary repo={repo} bisection={data} canWrite={canWrite} />
      <Section title={text.listTitle}>
        <p className={css.hint}>{text.listHint}</p>
        <CommitBars repo={repo} bisection={data} />
      </Section>
      <Section title={text.runs}>
        <RunList repo={repo} bisection={data} />
      </Section>
    </div>
  );
}
