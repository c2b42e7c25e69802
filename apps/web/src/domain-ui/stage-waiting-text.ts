import type { StageWaiting } from '@millrace/contract/api';
import type { Texts } from '../lib/i18n/texts.ts';
import type { waitingMessages } from './waiting-messages.ts';

/** Returns the reason why a stage has not started. */
export function stageWaitingText(
  waiting: StageWaiting,
  text: Texts<typeof waitingMessages>,
): string {
  switch (waiting.reason) {
    case 'approval':
      return text.approval;
    case 'manual':
      return waiting.stages.length > 0 ? text.manualThen(waiting.stages.join(', ')) : text.manual;
    case 'dependencies':
      return text.dependencies(waiting.stages.join(', '));
    case 'paused':
      return text.paused;
    case 'limit':
    case 'throttle':
      return text[waiting.reason](
        waiting.limit,
        waiting.holders.map((holder) => `#${holder.build}`).join(', '),
      );
    case 'owner_limit':
      return text.ownerLimit(waiting.owner, waiting.limit);
    case 'no_runner': {
      const { type, os, arch, labels } = waiting.wanted;
      const wanted = [`${os}/${arch}`, ...Object.entries(labels).map((label) => label.join(':'))];
      return text.noRunner(type, wanted.join(', '));
    }
    case 'runners_paused':
      return text.runnersPaused(waiting.runners.join(', '));
    case 'runners_protected':
      return text.runnersProtected(waiting.runners.join(', '));
    case 'cluster':
      return text.cluster(waiting.message);
    case 'busy':
      return text.busy(waiting.runners.map((runner) => runner.name).join(', '), waiting.position);
  }
}
