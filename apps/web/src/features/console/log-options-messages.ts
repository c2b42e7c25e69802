import { text } from '../../lib/i18n/texts.ts';

/** Texts of the menu of log options. */
export const logOptionsMessages = {
  timesMenu: text('Times', '时间'),
  elapsedTimes: text('Seconds since the start', '自开始的秒数'),
  clockTimes: text('Time of day', '时刻'),
  collapseRepeats: text('Collapse repeated lines', '折叠重复的日志行'),
  copyTimes: text('Copy lines with times', '复制日志行时包含时间'),
};
