import type { BuildEvent } from '@millrace/contract/vocabulary';
import { type Text, text } from '../lib/i18n/texts.ts';

const events: Record<BuildEvent, Text> = {
  push: text('Push', '推送'),
  pull_request: text('Pull request', '拉取请求'),
  tag: text('Tag', '标签'),
  promote: text('Promotion', '部署'),
  rollback: text('Rollback', '回滚'),
  cron: text('Cron job', '定时任务'),
  custom: text('By hand', '手动'),
};

const policies: Record<string, Text> = {
  on_failure: text('after a failure', '失败之后'),
  on_kill: text('after a cancel or timeout', '取消或超时之后'),
  always: text('after any result', '任何结果之后'),
};

const manual = {
  write: text('Waits until a person with write permission starts it', '等待拥有写权限的成员启动'),
  admin: text('Waits until an administrator of the repository starts it', '等待仓库管理员启动'),
};

/** Texts about what builds of each event would run. */
export const planMessages = {
  event: text('Event', '事件'),
  events,
  stages: text('Stages', '阶段'),
  runs: text('runs', '运行'),
  leftOut: text('left out', '不运行'),
  onlyIf: text(
    (condition: string) => `only if ${condition}, which is known when it starts`,
    (condition: string) => `仅当 ${condition} 时运行，开始时才能确定`,
  ),
  matrixFrom: text(
    (names: string) => `a matrix, whose stages are decided when ${names} has finished`,
    (names) => `矩阵：其阶段在 ${names} 结束后确定`,
  ),
  after: text(
    (names: string) => `after ${names}`,
    (names) => `在 ${names} 之后`,
  ),
  policies,
  manual,
  alsoClones: text(
    (repository: string, path: string) => `${repository} in ${path}`,
    (repository, path) => `${repository}，位于 ${path}`,
  ),
  couldNotStart: text(
    (error: string) => `The build could not start: ${error}`,
    (error) => `构建无法启动：${error}`,
  ),
  extensions: text(
    'Extensions of the server were not asked. They may change the file.',
    '未询问服务器的扩展，它们可能更改该文件。',
  ),
};
