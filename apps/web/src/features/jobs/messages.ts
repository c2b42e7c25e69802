import type { JobState } from '@millrace/contract/vocabulary';
import { type Text, text } from '../../lib/i18n/texts.ts';

const jobStates: Record<JobState, Text> = {
  due: text('Due', '待运行'),
  waiting: text('Scheduled', '已计划'),
  retried: text('Retried', '重试中'),
  failed: text('Failed', '失败'),
};

/** Texts about background jobs. */
export const jobMessages = {
  title: text('Background Jobs', '后台任务'),
  filter: text('Filter by job, repository or error', '按任务、仓库或错误筛选'),
  kind: text('Kind', '类型'),
  anyKind: text('All kinds', '全部类型'),
  state: text('State', '状态'),
  anyState: text('All states', '全部状态'),
  states: jobStates,
  job: text('Job', '任务'),
  repo: text('Repository', '仓库'),
  due: text('Due', '计划时间'),
  failedAt: text('Failed', '失败时间'),
  tries: text('Attempts', '尝试次数'),
  error: text('Error', '错误'),
  retry: text('Retry', '重试'),
  drop: text('Drop', '丢弃'),
  of: text(
    (action: string, job: string) => `${action} ${job}`,
    (action, job) => `${action} ${job}`,
  ),
  retried: text('The job runs as soon as possible', '任务将尽快运行'),
  dropped: text('The job was dropped', '任务已丢弃'),
  changeFailed: text(
    (message: string) => `The job could not be changed: ${message}`,
    (message) => `无法更改任务：${message}`,
  ),
  dropQuestion: text('Drop this job?', '丢弃此任务？'),
  dropDetail: text(
    (job: string) => `${job} is deleted without being run.`,
    (job) => `${job} 将被删除，不会运行。`,
  ),
  emptyTitle: text('There are no background jobs.', '没有后台任务。'),
  empty: text(
    'Webhook deliveries, commit statuses and runs of cron jobs are listed here until they are done.',
    '这里列出 Webhook 投递、提交状态和定时任务的运行，直到它们完成。',
  ),
};
