import { text } from '../../lib/i18n/texts.ts';

/** Texts of the dialog that pauses a build. */
export const pauseMessages = {
  pauseAction: text('Pause before a step …', '在某一步骤前暂停…'),
  pauseTitle: text('Restart, and pause before a step', '重启，并在某一步骤前暂停'),
  pauseStep: text('Step', '步骤'),
  pauseHint: text(
    'The step waits until you continue it, or until the time for terminals is over.',
    '该步骤会等待，直到您让它继续，或终端的时间结束。',
  ),
  pauseFailed: text(
    (message: string) => `Unable to restart with a pause: ${message}`,
    (message) => `无法以暂停方式重启：${message}`,
  ),
};
