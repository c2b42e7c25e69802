import { text } from '../../lib/i18n/texts.ts';

/** Texts about cron jobs. */
export const cronMessages = {
  title: text('Cron Jobs', '定时任务'),
  add: text('New Cron Job', '新建定时任务'),
  dialog: text('Create a New Cron Job', '新建定时任务'),
  emptyTitle: text('No Cron Jobs', '没有定时任务'),
  empty: text(
    'You can create cron jobs to schedule pipeline executions on a recurring basis.',
    '您可以创建定时任务，按计划重复执行流水线。',
  ),
  name: text('Name', '名称'),
  branch: text('Branch', '分支'),
  schedule: text('Schedule', '计划'),
  next: text('Next Execution', '下次执行'),
  timeZone: text('Time zone', '时区'),
  timeZoneHint: text(
    'For example Europe/Vienna. Empty for UTC.',
    '例如 Europe/Vienna。留空则为 UTC。',
  ),
  nextTimes: text(
    (zone: string, times: readonly string[]) => `Next times (${zone}): ${times.join(' · ')}`,
    (zone, times) => `接下来的执行时间（${zone}）：${times.join(' · ')}`,
  ),
  failed: text(
    (reason: string) => `The last run started no build: ${reason}`,
    (reason) => `上次执行没有启动构建：${reason}`,
  ),
  question: text('Are you sure you want to remove cron job?', '确定要删除定时任务吗？'),
  deleteDetail: text(
    (name: string, slug: string) => `The cron job ${name} no longer starts builds of ${slug}.`,
    (name, slug) => `定时任务 ${name} 将不再触发 ${slug} 的构建。`,
  ),
  editDialog: text(
    (name: string) => `Edit the cron job ${name}`,
    (name) => `编辑定时任务 ${name}`,
  ),
  save: text('Save', '保存'),
  enabled: text('Enabled', '启用'),
  enabledHint: text(
    'A cron job that is not enabled stays, and starts nothing by itself.',
    '未启用的定时任务会保留，但不会自动启动任何构建。',
  ),
  disabled: text('Disabled', '已禁用'),
  run: text('Run', '运行'),
  runNamed: text(
    (name: string) => `Run ${name} now`,
    (name) => `立即运行 ${name}`,
  ),
  started: text('The cron job has started a build', '定时任务已启动构建'),
  skipped: text(
    'The pipeline was skipped: no trigger of it matches this build.',
    '流水线已跳过：没有触发条件与此构建匹配。',
  ),
  updated: text('Cron has been updated', '定时任务已更新'),
  added: text('Cron has been added successfully', '定时任务已添加'),
  removed: text('Cron has been removed successfully', '定时任务已删除'),
};
