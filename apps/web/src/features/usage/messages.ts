import type { UsageGroup } from '@millrace/contract/api';
import { type Text, text } from '../../lib/i18n/texts.ts';

const groups: Record<UsageGroup, Text> = {
  namespace: text('Organization or account', '组织或账户'),
  repo: text('Repository', '仓库'),
  person: text('Person', '人员'),
  runner: text('Runner', '运行器'),
  labels: text('Labels', '标签'),
  day: text('Day', '日期'),
};

/** Texts about the use of runners. */
export const usageMessages = {
  title: text('Usage', '用量'),
  hint: text(
    'Time of runners by finished builds. Days are those of UTC.',
    '已完成构建使用运行器的时间。日期为 UTC。',
  ),
  range: text('Range', '范围'),
  ranges: {
    month: text('This month', '本月'),
    last: text('Last month', '上月'),
    days: text('Last 30 days', '最近 30 天'),
    year: text('Last 365 days', '最近 365 天'),
  },
  by: text('By', '分组'),
  groups,
  none: text('None', '无'),
  stages: text('Stages', '阶段'),
  minutes: text('Minutes', '分钟'),
  waited: text('Minutes waited', '等待分钟'),
  cost: text('Cost', '费用'),
  stored: text('Stored', '已存储'),
  total: text('Total', '合计'),
  csv: text('Download CSV', '下载 CSV'),
  emptyTitle: text('No builds have finished in this time.', '此时间内没有完成的构建。'),
  empty: text('Choose another range.', '请选择其他范围。'),
};
