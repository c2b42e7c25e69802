import { text } from '../../lib/i18n/texts.ts';

/** Texts of the summary of builds. */
export const trendMessages = {
  summary: text('Summary', '概要'),
  totalBuilds: text('Total Builds', '构建总数'),
  medianBuild: text('Median Build', '构建时长中位数'),
  lastBuild: text('Last Build', '最近构建'),
  lastStatus: text('Last Status', '最近状态'),
  chart: text(
    (count: number) =>
      count === 1 ? 'Duration of the last build' : `Durations of the last ${count} builds`,
    (count) => `最近 ${count} 次构建的时长`,
  ),
  minutesShort: text('min', '分钟'),
  secondsShort: text('s', '秒'),
};
