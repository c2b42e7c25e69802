import type { RepoName } from '../../api/build-queries.ts';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { VanishingButton } from '../../ui/vanishing-button.tsx';
import { useDecideStage } from './build-mutations.ts';

interface BlockedStageProps {
  repo: RepoName;
  build: number;
  stage: number;
  canDecide: boolean;
}

/** Shows a stage that waits for approval. Writers can decide; other viewers see whom to ask. */
export function BlockedStage({ repo, build, stage, canDecide }: BlockedStageProps) {
  const text = useTexts(buildMessages);
  const approve = useDecideStage(repo, { build, stage, decision: 'approve' });
  const decline = useDecideStage(repo, { build, stage, decision: 'decline' });
  if (!canDecide) return <EmptyState title={text.blockedTitle} detail={text.blocked} />;
  const isDeciding = approve.isPending || decline.isPending;
  return (
    <EmptyState
      title={text.blockedTitle}
      action={
        <>
          <VanishingButton kind="primary" disabled={isDeciding} onClick={() => approve.mutate()}>
            {text.approve}
          </VanishingButton>{' '}
          <VanishingButton disabled={isDeciding} onClick={() => decline.mutate()}>
            {text.decline}
          </VanishingButton>
        </>
      }
    />
  );
}
