import type { TrendRange } from '@millrace/contract/api';
import { type Text, text } from '../../lib/i18n/texts.ts';

/** Texts of the page of trends. */
export const trendPageMessages = {
  title: text('Trends', '趋势'),
  range: text('Time', '时间'),
  ranges: {
    '1w': text('1 week', '1 周'),
    '4w': text('4 weeks', '4 周'),
    '12w': text('12 weeks', '12 周'),
    '1y': text('1 year', '1 年'),
  } satisfies Record<TrendRange, Text>,
  builds: text(
    (count: number) => (count === 1 ? '1 build' : `${count} builds`),
    (count) => `${count} 个构建`,
  ),
  every: text(
    (every: number) => `one of ${every} builds was read`,
    (every) => `每 ${every} 个构建读取 1 个`,
  ),
  since: text(
    (day: string) => `no builds before ${day} were read`,
    (day) => `未读取 ${day} 之前的构建`,
  ),
  showTable: text('Show as table', '以表格显示'),
  showCharts: text('Show as charts', '以图表显示'),
  duration: text('Duration', '时长'),
  durationOf: text(
    (part: string) => `Duration of ${part}`,
    (part) => `${part} 的时长`,
  ),
  durationNote: text('Builds that succeeded at the first attempt', '首次运行即成功的构建'),
  durationNoteOfPart: text('Successful runs in successful builds', '成功构建中的成功运行'),
  success: text('Success rate', '成功率'),
  successNote: text('Success against failure and error', '成功与失败、错误之比'),
  queued: text('Time in queue', '排队时间'),
  queuedNote: text(
    'From the creation of a build to its start, at the first attempt',
    '首次运行时从创建构建到开始',
  ),
  allBuilds: text('Show whole builds', '显示整个构建'),
  p50: text('Median', '中位数'),
  p95: text('95 % at most', '95 % 不超过'),
  columns: {
    duration50: text('Duration, median', '时长，中位数'),
    duration95: text('Duration, 95 %', '时长，95 %'),
    queued50: text('Queue, median', '排队，中位数'),
    queued95: text('Queue, 95 %', '排队，95 %'),
  },
  day: text('Day', '日'),
  week: text('Week from', '周（起始日）'),
  runs: text('Runs', '运行次数'),
  part: text('Stage and step', '阶段与步骤'),
  parts: text('Stages and steps', '阶段与步骤'),
  partsNote: text(
    (builds: number) =>
      `Of the latest ${builds === 1 ? 'build' : `${builds} builds`} that succeeded`,
    (builds) => `最近 ${builds} 次成功的构建`,
  ),
  noParts: text('No stage has succeeded in this time.', '此时间段内没有成功的阶段。'),
  moreParts: text(
    (count: number) => `Show all ${count}`,
    (count) => `显示全部 ${count} 个`,
  ),
  changes: text('Lasting changes', '持续的变化'),
  slower: text(
    (percent: number) => `${percent} % slower`,
    (percent) => `变慢 ${percent} %`,
  ),
  faster: text(
    (percent: number) => `${percent} % faster`,
    (percent) => `变快 ${percent} %`,
  ),
  fromTo: text(
    (before: string, after: string) => `from ${before} to ${after}`,
    (before, after) => `从 ${before} 到 ${after}`,
  ),
  changeAt: text(
    (change: string, build: number, commit: string) => `${change} since #${build}, ${commit}`,
    (change, build, commit) => `自 #${build}，${commit} 起${change}`,
  ),
  point: text(
    (day: string, values: string) => `${day}: ${values}`,
    (day, values) => `${day}：${values}`,
  ),
  values: text(
    (median: string, most: string, count: number) =>
      `median ${median}, 95 % at most ${most} (${count})`,
    (median, most, count) => `中位数 ${median}，95 % 不超过 ${most}（${count}）`,
  ),
  share: text(
    (share: string, success: number, all: number) => `${share} (${success} of ${all})`,
    (share, success, all) => `${share}（${all} 个中的 ${success} 个）`,
  ),
  none: text('no builds', '没有构建'),
  hint: text('Select a point to open its builds.', '选择一个点可打开其构建。'),
  emptyTitle: text('Not enough builds', '构建不足'),
  empty: text(
    'No build has finished in this time. Try a longer time or fewer filters.',
    '此时间段内没有完成的构建。请尝试更长的时间或更少的筛选条件。',
  ),
  failed: text('The trends could not be loaded', '无法加载趋势'),
};
