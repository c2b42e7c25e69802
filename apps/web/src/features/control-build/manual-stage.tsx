import type { Stage } from '@millrace/contract/api';
import type { RepoName } from '../../api/build-queries.ts';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { waitsForStart } from '../../domain-ui/manual-stage.ts';
import { waitingMessages } from '../../domain-ui/waiting-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { VanishingButton } from '../../ui/vanishing-button.tsx';
import { useDecideStage } from './build-mutations.ts';

interface ManualStageProps {
  repo: RepoName;
  build: number;
  stage: Stage;
  canDecide: boolean;
}

/** Shows a stage that waits until a person starts it. Others see who may. */
export function ManualStage({ repo, build, stage, canDecide }: ManualStageProps) {
  const text = useTexts(buildMessages);
  const waitingText = useTexts(waitingMessages);
  const decision = { build, stage: stage.number, isManual: true };
  const start = useDecideStage(repo, { ...decision, decision: 'approve' });
  const decline = useDecideStage(repo, { ...decision, decision: 'decline' });
  const waits = waitsForStart(stage);
  const title = waits ? waitingText.manual : text.notStarted;
  if (!canDecide)
    return <EmptyState title={title} detail={text.mayStart[stage.manual ?? 'write']} />;
  const isDeciding = start.isPending || decline.isPending;
  const { waiting } = stage;
  const stages = waiting?.reason === 'manual' ? waiting.stages : [];
  return (
    <EmptyState
      title={title}
      detail={stages.length > 0 ? text.startsAfter(stages.join(', ')) : undefined}
      action={
        <>
          <VanishingButton kind="primary" disabled={isDeciding} onClick={() => start.mutate()}>
            {text.startStage}
          </VanishingButton>
          {waits && ' '}
          {waits && (
            <VanishingButton disabled={isDeciding} onClick={() => decline.mutate()}>
              {text.declineStage}
            </VanishingButton>
          )}
        </>
      }
    />
  );
}
