import type { EstimateMessages } from './en-estimates.ts';

/** Simplified Chinese texts of estimates. */
export const zhEstimates: EstimateMessages = {
  seconds: (count) => `${count} 秒`,
  minutes: (count) => `${count} 分钟`,
  hours: (count) => `${count} 小时`,
  left: (amount) => `还需约 ${amount}`,
  stageLeft: (amount) => ` · 还需 ${amount}`,
  startsIn: (amount) => `${amount}后`,
  range: (low, high) => `九成情况下为 ${low} 至 ${high}`,
  late: '比平时更久',
};
