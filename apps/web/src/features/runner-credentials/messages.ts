import { text } from '../../lib/i18n/texts.ts';

/** Texts about runners that have credentials of their own. */
export const runnerCredentialMessages = {
  title: text('Runners', '运行器'),
  ofServer: text('Runners with Credentials', '拥有凭据的运行器'),
  hints: {
    repo: text(
      'These runners run the stages of this repository alone. Whoever controls one sees everything that its stages get, such as secrets.',
      '这些运行器只运行此仓库的阶段。控制运行器的人可以看到其阶段获得的所有内容，例如密钥。',
    ),
    org: text(
      'These runners run the stages of all repositories of the organization. Whoever controls one sees everything that its stages get, such as secrets.',
      '这些运行器运行组织中所有仓库的阶段。控制运行器的人可以看到其阶段获得的所有内容，例如密钥。',
    ),
    server: text(
      'Each of these runners has a credential that you can revoke. Those of an organization or a repository run its stages alone.',
      '每个运行器都有一个可以撤销的凭据。属于组织或仓库的运行器只运行其自身的阶段。',
    ),
  },
  add: text('Add Runner', '添加运行器'),
  emptyTitle: text('There are no runners.', '没有运行器。'),
  empty: text(
    'Add a runner to get a token, with which it registers once.',
    '添加运行器即可获得一次性注册令牌。',
  ),
  name: text('Name', '名称'),
  nameHint: text(
    'Letters, digits, dots, dashes and underscores. Builds show it after the name of its owner.',
    '字母、数字、点、短横线和下划线。构建会在所有者名称之后显示它。',
  ),
  owner: text('Owner', '所有者'),
  wholeServer: text('Whole server', '整个服务器'),
  labels: text('Labels', '标签'),
  labelsHint: text(
    'As key:value, one a line. The runner takes only stages that require exactly these. If empty, the runner chooses its own.',
    '格式为 key:value，每行一个。运行器只接受恰好要求这些标签的阶段。留空则由运行器自行选择。',
  ),
  malformedLabels: text(
    'Write each label as key:value, for example gpu:yes.',
    '请将每个标签写成 key:value，例如 gpu:yes。',
  ),
  protectedBuilds: text('Only protected branches and tags', '仅限受保护的分支和标签'),
  protectedHint: text(
    'It takes no builds of pull requests, forks and other branches, so only reviewed code runs there.',
    '它不接受合并请求、派生仓库和其他分支的构建，因此只运行经过审查的代码。',
  ),
  protectedMark: text('Protected', '受保护'),
  anyBuild: text('All builds', '所有构建'),
  builds: text('Builds', '构建'),
  state: text('State', '状态'),
  connected: text(
    (running: number) => (running === 0 ? 'Connected' : `Connected, ${running} running`),
    (running) => (running === 0 ? '已连接' : `已连接，${running} 个运行中`),
  ),
  waiting: text('Not registered yet', '尚未注册'),
  expired: text('The token has expired', '令牌已过期'),
  lastSeen: text('Last seen', '最近在线'),
  addedBy: text('Added by', '添加者'),
  shownOnce: text(
    'Start the runner with this token within 24 hours. It is valid once, and is not shown again.',
    '请在 24 小时内使用此令牌启动运行器。它只能使用一次，并且不会再次显示。',
  ),
  token: text('One-time token', '一次性令牌'),
  command: text('Command', '命令'),
  otherRunner: text(
    'A runner of another maker uses the credential that this prints as its secret:',
    '其他厂商的运行器使用以下命令输出的凭据作为其密钥：',
  ),
  otherCommand: text('Command for another runner', '其他运行器的命令'),
  done: text('Done', '完成'),
  addFailed: text(
    (message: string) => `Unable to add the runner: ${message}`,
    (message) => `无法添加运行器：${message}`,
  ),
  revoke: text('Revoke', '撤销'),
  revokeNamed: text(
    (name: string) => `Revoke ${name}`,
    (name) => `撤销 ${name}`,
  ),
  revokeQuestion: text('Are you sure you want to revoke this runner?', '确定要撤销此运行器吗？'),
  revokeDetail: text(
    (name: string, running: number) =>
      running === 0
        ? `${name} can no longer connect.`
        : `${name} can no longer connect. Its ${running} running ${running === 1 ? 'stage ends' : 'stages end'} in error.`,
    (name, running) =>
      running === 0
        ? `${name} 将无法再连接。`
        : `${name} 将无法再连接。其 ${running} 个运行中的阶段将以错误结束。`,
  ),
  revoked: text('The runner has been revoked', '运行器已撤销'),
  revokeFailed: text(
    (message: string) => `Unable to revoke the runner: ${message}`,
    (message) => `无法撤销运行器：${message}`,
  ),
};

/** Texts about protected branches and tags. */
export const protectedRefMessages = {
  title: text('Protected Branches and Tags', '受保护的分支和标签'),
  hint: text(
    'Runners that are marked as protected take only builds of these. The default branch is always one of them.',
    '标记为受保护的运行器只接受这些分支和标签的构建。默认分支始终受保护。',
  ),
  branches: text('Branches', '分支'),
  branchesHint: text(
    'Patterns, one a line, for example release/*.',
    '匹配模式，每行一个，例如 release/*。',
  ),
  tags: text('Tags', '标签'),
  tagsHint: text(
    'Patterns, one a line, for example v*. Everyone who may push can create tags, unless the forge protects them.',
    '匹配模式，每行一个，例如 v*。除非代码托管平台加以保护，否则所有能推送的人都可以创建标签。',
  ),
  saved: text('Protected branches and tags have been saved', '受保护的分支和标签已保存'),
  saveFailed: text(
    (message: string) => `Unable to save the protected branches and tags: ${message}`,
    (message) => `无法保存受保护的分支和标签：${message}`,
  ),
};
