import { text } from '../../lib/i18n/texts.ts';

/** Texts of the general settings of a repository. */
export const generalMessages = {
  webhooks: text('Project Webhooks', '项目 Webhook'),
  ignorePullRequests: text('Disable Pull Requests', '禁用合并请求'),
  ignoreForks: text('Disable forks', '禁用派生仓库'),
  projectSettings: text('Project Settings', '项目设置'),
  protected: text('Protected', '受保护'),
  trusted: text('Trusted', '受信任'),
  autoCancelPullRequests: text('Auto cancel pull requests', '自动取消合并请求的构建'),
  autoCancelPushes: text('Auto cancel pushes', '自动取消推送的构建'),
  autoCancelRunning: text('Auto cancel running', '自动取消运行中的构建'),
  hints: {
    protected: text(
      'What is pushed or proposed in a pull request waits for approval by somebody with write permission, unless its pipeline file is signed.',
      '推送和合并请求的构建需等待拥有写权限的人批准，除非其流水线文件已签名。',
    ),
    trusted: text(
      'Pipelines may mount folders of the host and run privileged containers, so that contributors can control the machine of the runner.',
      '流水线可以挂载主机的文件夹并运行特权容器，因此贡献者可以控制运行器所在的机器。',
    ),
    autoCancelPullRequests: text(
      'A new commit in a pull request cancels its older builds that have not started yet.',
      '合并请求有新提交时，取消其较早的、尚未开始的构建。',
    ),
    autoCancelPushes: text(
      'A new push to a branch cancels its older builds that have not started yet.',
      '分支有新推送时，取消其较早的、尚未开始的构建。',
    ),
    autoCancelRunning: text(
      'Builds that are running are cancelled too, where one of the two settings above is on.',
      '启用上面两项设置之一时，正在运行的构建也会被取消。',
    ),
    defaultBranch: text(
      'For builds that name no branch, cron jobs, badges and clones. It must exist, and cannot be deleted.',
      '用于未指定分支的构建、定时任务、徽章和克隆。该分支必须存在，且不能被删除。',
    ),
    pipelineFolder: text(
      'For example .drone: its .yml and .yaml files are read too, unless the file above is a script. Empty for none.',
      '例如 .drone：此文件夹中的所有 .yml 和 .yaml 文件会在上面的文件之后读取。留空则不使用。上面的文件是脚本时不使用。',
    ),
  },
  adminsChange: text(
    'Only administrators of this repository can change these settings.',
    '只有此仓库的管理员才能更改这些设置。',
  ),
  visibility: text('Project Visibility', '项目可见性'),
  timeout: text('Timeout', '超时'),
  minutes: text(
    (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
    (count) => `${count} 分钟`,
  ),
  hours: text(
    (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
    (count) => `${count} 小时`,
  ),
  configuration: text('Configuration', '配置文件'),
  defaultBranch: text('Default branch', '默认分支'),
  pipelineFolder: text('Folder of pipeline files', '流水线文件夹'),
  disable: text('Disable', '停用'),
  disableQuestion: text('Are you sure you want to disable this repo?', '确定要停用此仓库吗？'),
  disableDetail: text(
    (slug: string) =>
      `Pushes to ${slug} no longer start builds. Its builds and settings stay, and it can be activated again.`,
    (slug) => `推送到 ${slug} 将不再触发构建。其构建和设置会保留，并且可以重新激活。`,
  ),
  repair: text('Repair', '修复'),
  repairDetail: text(
    'Reads name and visibility from the forge again, and replaces the webhook and its secret',
    '重新从代码托管平台读取名称和可见性，并更换 Webhook 及其密钥',
  ),
  repository: text('Repository', '仓库'),
  takeOver: text('Take Over', '接管'),
  takeOverDetail: text(
    'The server uses the access of one account to read this repository at the forge and to report statuses. Take over to have it use yours.',
    '服务器使用某个账户的访问权限在代码托管平台读取此仓库并报告状态。接管后将使用您的访问权限。',
  ),
  deleteHint: text(
    'Delete the repository on this server, with its builds, logs and settings. Its git history stays.',
    '删除此服务器上的仓库，包括其构建、日志和设置。其 git 历史会保留。',
  ),
  deleteQuestion: text('Are you sure you want to delete this repo?', '确定要删除此仓库吗？'),
  deleteDetail: text(
    (slug: string) =>
      `All builds, logs, secrets and cron jobs of ${slug} are deleted and cannot be restored. Its git history stays.`,
    (slug) => `${slug} 的所有构建、日志、密钥和定时任务都会被删除且无法恢复。其 git 历史会保留。`,
  ),
};
