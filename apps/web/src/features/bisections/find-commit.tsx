import type { Build, FailureHistory } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { SearchCode } from 'lucide';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { RepoName } from '../../api/build-queries.ts';
import { useBisectionMessages } from '../../lib/i18n/bisection-messages.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useStartBisection } from './bisection-mutations.ts';
import { bisectionsOfBuildQuery } from './bisection-queries.ts';

/** Events whose failures belong to a branch. */
const searchable: readonly Build['event'][] = ['push', 'custom', 'cron'];

interface FindCommitProps {
  repo: RepoName;
  build: Build;
  history: FailureHistory;
  canWrite: boolean;
}

/** Starts the search for the commit with which a step began to fail, or links to the search that exists. */
export function FindCommit({ repo, build, history, canWrite }: FindCommitProps) {
  const text = useBisectionMessages();
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
  const hasSeveral = history.commits.length > 1 || !history.has_all_commits;
  const step = history.steps.find((each) => each.step !== undefined);
  const isPossible = data && canWrite && hasSeveral && searchable.includes(build.event);
  if (!isPossible || !history.last_success || step?.step === undefined) return null;
  return (
    <StartButton
      repo={repo}
      place={{ build: build.number, stage: step.stage, step: step.step }}
      name={`${step.stage_name} › ${step.step_name}`}
    />
  );
}

interface StartButtonProps {
  repo: RepoName;
  place: { build: number; stage: number; step: number };
  name: string;
}

function StartButton({ repo, place, name }: StartButtonProps) {
  const text = useBisectionMessages();
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutate, isPending } = useStartBisection(repo);
  const start = () =>
    mutate(place, {
      onSuccess: ({ id }) => navigate(paths.bisection(`${repo.namespace}/${repo.name}`, id)),
    });
  return (
    <>
      <Button size="small" disabled={isPending} onClick={() => setIsConfirming(true)}>
        <Icon icon={SearchCode} size={14} />
        {text.start}
      </Button>
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
