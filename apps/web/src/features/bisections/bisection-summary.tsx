import type { BisectionDetails } from '@millrace/contract/api';
import { useState } from 'react';
import { Link } from 'react-router';
import type { RepoName } from '../../api/build-queries.ts';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useLanguage, useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { VanishingButton } from '../../ui/vanishing-button.tsx';
import { useCancelBisection } from './bisection-mutations.ts';
import { BisectionState } from './bisection-state.tsx';
import css from './bisections.module.css';
import { CommitHash } from './commit-hash.tsx';
import { formatPercent } from './commit-view.ts';
import { bisectionMessages } from './messages.ts';

interface BisectionSummaryProps {
  repo: RepoName;
  bisection: BisectionDetails;
  canWrite: boolean;
}

/** The answer of a bisection, or how far it is. */
export function BisectionSummary({ repo, bisection, canWrite }: BisectionSummaryProps) {
  const text = useTexts(bisectionMessages);
  const { locale } = useLanguage();
  const { status, confidence, runs, flakiness, stage, step, starter } = bisection;
  const percent = formatPercent(confidence, locale);
  return (
    <div className={css.summary}>
      <div className={css.head}>
        <div role="status">
          <h2 className={css.heading}>
            <BisectionState status={status} />
          </h2>
        </div>
        {status === 'running' && canWrite && <CancelButton repo={repo} id={bisection.id} />}
      </div>
      <Answer bisection={bisection} />
      <p className={css.details}>
        <span className={css.step}>{`${stage} › ${step}`}</span>
        {status === 'running' ? (
          <>
            <span>{text.runsOf(runs, bisection.max_runs)}</span>
            <span>{text.likeliest(percent)}</span>
          </>
        ) : (
          status !== 'canceled' &&
          status !== 'failed' && <span>{text.certainty(percent, runs)}</span>
        )}
      </p>
      <p className={css.details}>
        <Builds repo={repo} bisection={bisection} />
        <span>{text.flakiness(formatPercent(flakiness, locale))}</span>
      </p>
      <p className={css.details}>
        <span>
          {starter.startsWith('@') ? text.automatic : text.startedBy(starter)}{' '}
          <RelativeTime timeSec={bisection.created} />
        </span>
        {bisection.canceled_by && <span>{text.canceledBy(bisection.canceled_by)}</span>}
      </p>
    </div>
  );
}

function Answer({ bisection }: Pick<BisectionSummaryProps, 'bisection'>) {
  const text = useTexts(bisectionMessages);
  const { status, found, list, error } = bisection;
  if (status === 'failed') return <p className={css.error}>{error}</p>;
  if (status === 'random') return <p>{text.randomDetail}</p>;
  if (status === 'unknown') return <p>{text.noAnswer}</p>;
  const commits = list.filter(({ sha }) => found.includes(sha));
  const newest = commits.at(-1);
  if (!newest) return null;
  return (
    <div>
      {commits.length > 1 && <p>{text.range(commits.length)}</p>}
      <p className={css.answer}>
        <CommitHash commit={newest} />
        <strong className={css.message}>{newest.message}</strong>
        <span className={css.author}>{newest.author_name || newest.author_login}</span>
      </p>
    </div>
  );
}

function Builds({ repo, bisection }: Pick<BisectionSummaryProps, 'repo' | 'bisection'>) {
  const text = useTexts(bisectionMessages);
  const slug = `${repo.namespace}/${repo.name}`;
  const { good, bad, commits } = bisection;
  return (
    <span>
      {text.between}{' '}
      <Link className={css.linked} to={paths.build(slug, good.build)}>
        #{good.build}
      </Link>
      , {text.and}{' '}
      <Link className={css.linked} to={paths.build(slug, bad.build)}>
        #{bad.build}
      </Link>{' '}
      ({text.commits(commits)})
    </span>
  );
}

function CancelButton({ repo, id }: { repo: RepoName; id: number }) {
  const text = useTexts(bisectionMessages);
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutate, isPending } = useCancelBisection(repo, id);
  return (
    <>
      <VanishingButton size="small" disabled={isPending} onClick={() => setIsConfirming(true)}>
        {text.cancel}
      </VanishingButton>
      <ConfirmDialog
        question={`${text.cancel}?`}
        action={text.cancel}
        isOpen={isConfirming}
        onConfirm={() => mutate()}
        onClose={() => setIsConfirming(false)}
      />
    </>
  );
}
