import { text } from '../../lib/i18n/texts.ts';

/** Units of durations. */
export const trendMessages = {
  minutesShort: text('min', '分钟'),
  secondsShort: text('s', '秒'),
};
