import type { Build, FailureHistory } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { SearchCode } from 'lucide';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { RepoName } from '../../api/build-queries.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { VanishingButton } from '../../ui/vanishing-button.tsx';
import { useStartBisection } from './bisection-mutations.ts';
import { bisectionRangeQuery, bisectionsOfBuildQuery } from './bisection-queries.ts';
import { CommitHash } from './commit-hash.tsx';
import { bisectionMessages } from './messages.ts';

/** Events whose failures belong to a branch. */
const searchable: readonly Build['event'][] = ['push', 'custom', 'cron'];

interface FindCommitProps {
  repo: RepoName;
  build: Build;
  history: FailureHistory;
  canWrite: boolean;
}

/**
 * Starts the search for the commit with which a step began to fail, links to the search that exists, or names the only
 * commit.
 */
export function FindCommit({ repo, build, history, canWrite }: FindCommitProps) {
  const text = useTexts(bisectionMessages);
  const { data } = useQuery(bisectionsOfBuildQuery(repo, build));
  const slug = `${repo.namespace}/${repo.name}`;
  if (build.bisection) {
    return <Link to={paths.bisection(slug, build.bisection)}>{text.partOf}</Link>;
  }
  const [newest] = data ?? [];
  if (newest) {
    return (
      <Link className={buttonClass({ size: 'small' })} to={paths.bisection(slug, newest.id)}>
        <Icon icon={SearchCode} size={14} />
        {text.statuses[newest.status]}
      </Link>
    );
  }
  const step = history.steps.find((each) => each.step !== undefined);
  if (!data || !history.last_success || step?.step === undefined) return null;
  if (!searchable.includes(build.event)) return null;
  return (
    <Range
      {...{ repo, canWrite }}
      place={{ build: build.number, stage: step.stage, step: step.step }}
      name={`${step.stage_name} › ${step.step_name}`}
    />
  );
}

interface RangeProps extends StartButtonProps {
  canWrite: boolean;
}

/** Offers the search if it has something to search. A single commit is the answer. */
function Range({ canWrite, ...start }: RangeProps) {
  const text = useTexts(bisectionMessages);
  const { data } = useQuery(bisectionRangeQuery(start.repo, start.place));
  if (data?.only) {
    return (
      <span title={data.only.message}>
        {text.onlyCommit} <CommitHash commit={data.only} />
      </span>
    );
  }
  return data && data.commits > 1 && canWrite ? <StartButton {...start} /> : null;
}

interface StartButtonProps {
  repo: RepoName;
  place: { build: number; stage: number; step: number };
  name: string;
}

function StartButton({ repo, place, name }: StartButtonProps) {
  const text = useTexts(bisectionMessages);
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutate, isPending } = useStartBisection(repo);
  const start = () =>
    mutate(place, {
      onSuccess: ({ id }) => navigate(paths.bisection(`${repo.namespace}/${repo.name}`, id)),
    });
  return (
    <>
      <VanishingButton size="small" disabled={isPending} onClick={() => setIsConfirming(true)}>
        <Icon icon={SearchCode} size={14} />
        {text.start}
      </VanishingButton>
      <ConfirmDialog
        question={text.confirm}
        detail={text.consequences(name)}
        action={text.start}
        isOpen={isConfirming}
        onConfirm={start}
        onClose={() => setIsConfirming(false)}
      />
    </>
  );
}
