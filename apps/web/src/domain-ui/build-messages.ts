import { text } from '../lib/i18n/texts.ts';

/** Texts of the page of a build. */
export const buildMessages = {
  page: text(
    (build: number, stage: number, step: number, slug: string) =>
      `Build #${build}.${stage}.${step} - ${slug}`,
    (build, stage, step, slug) => `构建 #${build}.${stage}.${step} - ${slug}`,
  ),
  builds: text('Builds', '构建'),
  restart: text('Restart', '重新运行'),
  restartOnlyFailed: text('Restart failed', '重新运行失败部分'),
  cancelFailed: text(
    (message: string) => `Unable to cancel build: ${message}`,
    (message) => `无法取消构建：${message}`,
  ),
  restartFailed: text(
    (message: string) => `Unable to restart build: ${message}`,
    (message) => `无法重新运行构建：${message}`,
  ),
  debugFailed: text(
    (message: string) => `Unable to restart in debug mode: ${message}`,
    (message) => `无法以调试模式重启：${message}`,
  ),
  view: text('View', '视图'),
  views: {
    logs: text('Log View', '日志视图'),
    summary: text('Summary', '摘要'),
    graph: text('Graph View', '图形视图'),
    timeline: text('Timeline', '时间线'),
    tests: text('Tests', '测试'),
    files: text('Artifacts', '产物'),
    pipeline: text('Pipeline file', '流水线文件'),
    cards: text('Card View', '卡片视图'),
  },
  notify: text('Notify me when this build ends', '此构建结束时通知我'),
  notifyRefused: text(
    'This browser does not allow notifications here.',
    '此浏览器不允许在这里显示通知。',
  ),
  ended: text(
    (build: number, status: string) => `Build #${build}: ${status}`,
    (build, status) => `构建 #${build}：${status}`,
  ),
  actions: text('Actions', '操作'),
  promote: text('Promote', '部署'),
  debug: text('Debug', '调试'),
  warnings: text(
    (count: number) =>
      count === 1 ? 'The pipeline file has a warning' : `The pipeline file has ${count} warnings`,
    (count) => `流水线文件有 ${count} 条警告`,
  ),
  restartSkipped: text(
    'The pipeline was skipped: no trigger of it matches this build.',
    '流水线已跳过：没有触发条件与此构建匹配。',
  ),
  unknownError: text(
    'Something went wrong. It is highly likely that this page does not exist',
    '出现错误，此页面很可能不存在',
  ),
  commit: text('Commit', '提交'),
  branch: text('Branch', '分支'),
  reference: text('Reference', '引用'),
  environment: text('Environment', '环境'),
  started: text('Started', '开始时间'),
  waiting: text('Not started yet', '尚未开始'),
  copyCommit: text('Copy the commit hash', '复制提交哈希'),
  message: text('Commit message', '提交说明'),
  debugMark: text('Debug', '调试'),
  debugHint: text('Runs in debug mode', '以调试模式运行'),
  duration: text('Duration', '用时'),
  stages: text('Stages and steps', '阶段与步骤'),
  firstFailure: text('Go to the failing step', '前往失败的步骤'),
  resize: text('Resize the list of steps', '调整步骤列表宽度'),
  approve: text('Approve Build', '批准构建'),
  decline: text('Decline Build', '拒绝构建'),
  approveFailed: text(
    (message: string) => `Unable to approve build: ${message}`,
    (message) => `无法批准构建：${message}`,
  ),
  declineFailed: text(
    (message: string) => `Unable to decline build: ${message}`,
    (message) => `无法拒绝构建：${message}`,
  ),
  startStage: text('Start', '启动'),
  startsAfter: text(
    (stages: string) => `Once started, it waits for ${stages} to finish.`,
    (stages) => `启动后将等待 ${stages} 结束。`,
  ),
  declineStage: text('Decline', '拒绝'),
  notStarted: text('Nobody has started this stage', '此阶段未被启动'),
  mayStart: {
    write: text(
      'People with write permission can start this stage.',
      '拥有写权限的成员可以启动此阶段。',
    ),
    admin: text(
      'Administrators of the repository can start this stage.',
      '仓库管理员可以启动此阶段。',
    ),
  },
  startFailed: text(
    (message: string) => `Unable to start stage: ${message}`,
    (message) => `无法启动阶段：${message}`,
  ),
  stageDeclineFailed: text(
    (message: string) => `Unable to decline stage: ${message}`,
    (message) => `无法拒绝阶段：${message}`,
  ),
  blockedTitle: text('This stage is blocked', '此阶段待审批'),
  blocked: text(
    'Build is blocked, please, contact repo admin in order to proceed',
    '构建待审批，请联系仓库管理员处理',
  ),
};

/** Texts about attempts of a build. */
export const attemptMessages = {
  label: text('Attempts', '尝试'),
  attempt: text(
    (number: number) => `Attempt ${number}`,
    (number: number) => `第 ${number} 次尝试`,
  ),
  first: text(
    (login: string) => `started by ${login}`,
    (login: string) => `由 ${login} 启动`,
  ),
  restarted: text(
    (login: string) => `failed stages restarted by ${login}`,
    (login: string) => `由 ${login} 重新运行失败的阶段`,
  ),
  repeated: text('repeated by the server', '由服务器重新运行'),
  showNewest: text('Show the newest', '查看最新一次'),
};

/** Texts of the links that compare a build. */
export const compareLinkMessages = {
  compare: text('Compare', '比较'),
  compareWith: text(
    (build: number) => `Compare with #${build}`,
    (build: number) => `与 #${build} 比较`,
  ),
};
