import type { StageWaiting } from '@millrace/contract/api';
import { type Text, text } from '../../lib/i18n/texts.ts';

const reasons: Record<StageWaiting['reason'], Text> = {
  approval: text('Approval', '审批'),
  manual: text('Manual start', '手动启动'),
  dependencies: text('Other stages', '其他阶段'),
  paused: text('Paused queue', '队列已暂停'),
  runners_paused: text('Paused runners', '运行器已暂停'),
  runners_protected: text('Protected runners', '受保护的运行器'),
  limit: text('Concurrency limit', '并发限制'),
  throttle: text('Repository limit', '仓库限制'),
  owner_limit: text('Limit of the owner', '所有者限制'),
  no_runner: text('No matching runner', '没有匹配的运行器'),
  busy: text('Busy runners', '运行器繁忙'),
  cluster: text('Cluster', '集群'),
};

/** Texts about the queue. */
export const queueMessages = {
  title: text('Queue', '队列'),
  filter: text('Filter by repository, stage, runner or label', '按仓库、阶段、运行器或标签筛选'),
  state: text('State', '状态'),
  any: text('All stages', '全部阶段'),
  running: text('Running', '运行中'),
  waiting: text('Waiting', '等待中'),
  reasons,
  counts: text(
    (running: number, waiting: number) => `${running} running, ${waiting} waiting`,
    (running, waiting) => `${running} 个运行中，${waiting} 个等待中`,
  ),
  pause: text('Pause queue', '暂停队列'),
  resume: text('Resume queue', '恢复队列'),
  heldNote: text(
    'The data of this server were restored or imported. Builds, cron jobs, webhooks, commit statuses, messages and clean-ups wait, because the original may still run. Resume starts all of them.',
    '此服务器的数据是恢复或导入的。构建、定时任务、webhook、提交状态、消息和清理都在等待，因为原服务器可能仍在运行。恢复会启动全部工作。',
  ),
  pausedNote: text(
    'The queue is paused: running stages continue, and no other stage starts.',
    '队列已暂停：运行中的阶段继续，不会启动其他阶段。',
  ),
  pauseFailed: text(
    (message: string) => `The queue could not be changed: ${message}`,
    (message) => `无法更改队列：${message}`,
  ),
  stage: text('Stage', '阶段'),
  build: text('Build', '构建'),
  runner: text('Runner', '运行器'),
  since: text('Since', '开始时间'),
  reason: text('State', '状态'),
  startsSoon: text('Starts now.', '即将开始。'),
  cancel: text(
    (build: string) => `Cancel build ${build}`,
    (build) => `取消构建 ${build}`,
  ),
  runNext: text(
    (build: string) => `Run build ${build} next`,
    (build) => `下一个运行构建 ${build}`,
  ),
  runsNext: text('The build goes first now', '该构建现在优先'),
  runNextFailed: text(
    (message: string) => `The build cannot go first: ${message}`,
    (message) => `无法优先运行该构建：${message}`,
  ),
  cancelQuestion: text('Cancel this build?', '取消此构建？'),
  cancelDetail: text(
    (build: string) => `All stages of ${build} are ended.`,
    (build) => `${build} 的所有阶段都将结束。`,
  ),
  cancelAction: text('Cancel build', '取消构建'),
  cancelled: text('The build was canceled', '构建已取消'),
  cancelFailed: text(
    (message: string) => `The build could not be canceled: ${message}`,
    (message) => `无法取消构建：${message}`,
  ),
  emptyTitle: text('The queue is empty.', '队列为空。'),
  empty: text(
    'Running and waiting stages of all repositories are listed here.',
    '这里列出所有仓库中运行和等待的阶段。',
  ),
};
