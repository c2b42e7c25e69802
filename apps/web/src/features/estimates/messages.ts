import { text } from '../../lib/i18n/texts.ts';

/** Texts of estimates. */
export const estimateMessages = {
  seconds: text(
    (count: number) => `${count} s`,
    (count) => `${count} 秒`,
  ),
  minutes: text(
    (count: number) => `${count} min`,
    (count) => `${count} 分钟`,
  ),
  hours: text(
    (count: number) => `${count} h`,
    (count) => `${count} 小时`,
  ),
  left: text(
    (amount: string) => `about ${amount} left`,
    (amount) => `还需约 ${amount}`,
  ),
  stageLeft: text(
    (amount: string) => ` · ${amount} left`,
    (amount) => ` · 还需 ${amount}`,
  ),
  startsIn: text(
    (amount: string) => `in ${amount}`,
    (amount) => `${amount}后`,
  ),
  range: text(
    (low: string, high: string) => `in nine of ten cases, ${low} to ${high}`,
    (low, high) => `九成情况下为 ${low} 至 ${high}`,
  ),
  late: text('longer than usual', '比平时更久'),
};
