import type { BuildEvent } from '@millrace/contract/vocabulary';
import { type Text, text } from '../lib/i18n/texts.ts';

/** Texts of the filters of builds. */
export const findMessages = {
  label: text('Find builds', '查找构建'),
  select: text('Select', '选择'),
  selectBuild: text(
    (number: number, title: string) => `Select #${number} ${title}`,
    (number, title) => `选择 #${number} ${title}`,
  ),
  words: text('Words or commit', '关键词或提交'),
  visible: text('Other repositories too', '包括其他仓库'),
  choices: {
    status: text('Status', '状态'),
    branch: text('Branch', '分支'),
    event: text('Event', '事件'),
    author: text('Author', '作者'),
    target: text('Environment', '环境'),
    cron: text('Cron job', '定时任务'),
    repo: text('Repository', '仓库'),
  },
  any: {
    status: text('Any status', '所有状态'),
    branch: text('Any branch', '所有分支'),
    event: text('Any event', '所有事件'),
    author: text('Any author', '所有作者'),
    target: text('Any environment', '所有环境'),
    cron: text('Any cron job', '所有定时任务'),
    repo: text('Any repository', '所有仓库'),
  },
  events: {
    push: text('Push', '推送'),
    pull_request: text('Pull request', '合并请求'),
    tag: text('Tag', '标签'),
    promote: text('Promotion', '部署'),
    rollback: text('Rollback', '回滚'),
    cron: text('Cron job', '定时任务'),
    custom: text('Started by hand', '手动启动'),
  } satisfies Record<BuildEvent, Text>,
  counted: text(
    (value: string, count: number) => `${value} (${count})`,
    (value, count) => `${value}（${count}）`,
  ),
  total: text(
    (count: number) => (count === 1 ? '1 build' : `${count} builds`),
    (count) => `${count} 个构建`,
  ),
  totalOfNewest: text(
    (count: number, newest: number) =>
      `${count.toLocaleString('en')} of the newest ${newest.toLocaleString('en')} builds`,
    (count, newest) =>
      `最新 ${newest.toLocaleString('zh')} 个构建中的 ${count.toLocaleString('zh')} 个`,
  ),
  after: text('From', '自'),
  before: text('Before', '早于'),
  failure: text('Failure contains', '失败包含'),
  more: text('More filters', '更多筛选'),
  nothingTitle: text('No build matches', '没有匹配的构建'),
  nothing: text(
    'Try fewer filters, or the beginnings of other words.',
    '请减少筛选条件，或换用其他词的开头。',
  ),
  emptyTitle: text('There are no builds yet', '还没有构建'),
  empty: text(
    'The builds of all your repositories appear here, the newest first.',
    '您所有仓库的构建会显示在这里，最新的在最前。',
  ),
};
