import type { errorMessages } from '@millrace/contract/errors';
import type { Status } from '@millrace/contract/vocabulary';
import type { Texts } from '../../lib/i18n/texts.ts';
import type { Tone } from '../../ui/notice.tsx';
import { type ConsoleFacts, isStepMissing } from './console-view.ts';
import type { consoleMessages } from './messages.ts';

type Text = Texts<typeof consoleMessages>;

const noRows: (typeof errorMessages)['noRows'] = 'sql: no rows in result set';
const dangerous: readonly Status[] = ['failure', 'declined', 'error', 'killed'];

/** Returns the text of the error message. */
export function consoleErrorText(facts: ConsoleFacts, text: Text): string {
  const { build, stage, step, logError } = facts;
  const stepName = step?.name ?? '';
  if (stage.status === 'skipped') return text.skipped(stage.name);
  if (stage.status === 'killed') return text.killed(stage.name, stepName);
  if (step?.error) return text.stepError(step.name, step.error);
  if (stage.status === 'error' && !step && stage.error) {
    return text.stageText(stage.name, stage.error);
  }
  if (stage.status === 'error') return text.stageError(stage.name, stepName);
  if (logError === noRows) {
    return build.status === 'killed' ? text.pipelineCancelled : text.stepMissing;
  }
  return logError || text.unknownError;
}

/** Returns the text and tone of the message in place of a missing log. */
export function noLogsBox(facts: ConsoleFacts, text: Text) {
  const { build, stage, step } = facts;
  if (build.status === 'declined') return box('declined', text.declined);
  if (isStepMissing(facts)) return box('skipped', text.stepMissing);
  if (step) {
    return box(step.status, text.stepStatus(stage.name, step.name, text.statusWord(step.status)));
  }
  return box(
    stage.status,
    text.stageText(stage.name, stage.error || text.statusWord(stage.status)),
  );
}

/** Returns the line below the log. */
export function footerText(step: ConsoleFacts['step'], text: Text): string {
  switch (step?.status) {
    case 'error':
      return step.error || text.statusWord(step.status);
    case 'failure':
      return text.exitCode(step.exit_code);
    case 'success':
      return text.exitCode(0);
    case 'running':
      return text.running;
    case 'pending':
      return text.pending;
    case 'killed':
      return text.stepKilled;
    default:
      return text.loading;
  }
}

function box(status: Status, message: string): { tone: Tone; message: string } {
  if (status === 'success') return { tone: 'success', message };
  return { tone: dangerous.includes(status) ? 'danger' : 'warning', message };
}
