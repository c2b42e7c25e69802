import { text } from '../../lib/i18n/texts.ts';

/** Texts about a step. */
export const stepInfoMessages = {
  unavailable: text('Step data is unavailable', '步骤数据不可用'),
  started: text('Started', '开始'),
  finished: text('Finished', '结束'),
  duration: text('Duration', '时长'),
  runner: text('Runner', '运行器'),
};
