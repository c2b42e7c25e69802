import { text } from '../../lib/i18n/texts.ts';

/** Texts about secrets. */
export const secretMessages = {
  of: {
    repo: {
      title: text('Secrets', '密钥'),
      add: text('New Secret', '新建密钥'),
      dialog: text('Create a New Secret', '新建密钥'),
      emptyTitle: text('No Secrets', '没有密钥'),
      question: text('Are you sure you want to delete this secret?', '确定要删除此密钥吗？'),
      added: text('Secret has been added successfully', '密钥已添加'),
      addFailed: text(
        (message: string) => `Unable to add secret: ${message}`,
        (message) => `无法添加密钥：${message}`,
      ),
      removed: text('Secret has been removed successfully', '密钥已删除'),
      removeFailed: text(
        (message: string) => `Unable to remove secret: ${message}`,
        (message) => `无法删除密钥：${message}`,
      ),
    },
    org: {
      title: text('Organization Secrets', '组织密钥'),
      add: text('New Organization Secret', '新建组织密钥'),
      dialog: text('Create a New Organization Secret', '新建组织密钥'),
      emptyTitle: text('No Organization Secrets', '没有组织密钥'),
      question: text(
        'Are you sure you want to delete this organization secret?',
        '确定要删除此组织密钥吗？',
      ),
      added: text('Organization secret has been added successfully', '组织密钥已添加'),
      addFailed: text(
        (message: string) => `Unable to add organization secret: ${message}`,
        (message) => `无法添加组织密钥：${message}`,
      ),
      removed: text('Organization secret has been removed successfully', '组织密钥已删除'),
      removeFailed: text(
        (message: string) => `Unable to remove organization secret: ${message}`,
        (message) => `无法删除组织密钥：${message}`,
      ),
    },
    server: {
      title: text('Server Secrets', '服务器密钥'),
      add: text('New Server Secret', '新建服务器密钥'),
      dialog: text('Create a New Server Secret', '新建服务器密钥'),
      emptyTitle: text('No Server Secrets', '没有服务器密钥'),
      question: text(
        'Are you sure you want to delete this server secret?',
        '确定要删除此服务器密钥吗？',
      ),
      added: text('Server secret has been added successfully', '服务器密钥已添加'),
      addFailed: text(
        (message: string) => `Unable to add server secret: ${message}`,
        (message) => `无法添加服务器密钥：${message}`,
      ),
      removed: text('Server secret has been removed successfully', '服务器密钥已删除'),
      removeFailed: text(
        (message: string) => `Unable to remove server secret: ${message}`,
        (message) => `无法删除服务器密钥：${message}`,
      ),
    },
  },
  serverHint: text(
    'The builds of all repositories can use these secrets.',
    '所有仓库的构建都可以使用这些密钥。',
  ),
  empty: text(
    'Manage sensitive configuration parameters, such as passwords, tokens, and ssh keys.',
    '管理敏感的配置参数，例如密码、令牌和 SSH 密钥。',
  ),
  name: text('Name', '名称'),
  value: text('Value', '值'),
  pullRequests: text('Pull Requests', '合并请求'),
  allowPullRequests: text('Allow Pull Requests', '允许合并请求使用'),
  enabled: text('Enabled', '启用'),
  disabled: text('Disabled', '禁用'),
  limits: text('Limits', '限制'),
  noLimits: text('None', '无'),
  limitEvents: text('Events', '事件'),
  limitEventsHint: text(
    'All events if none is chosen. Pull requests can use the secret only if they are allowed.',
    '不选择则为所有事件。合并请求只有在允许时才能使用此密钥。',
  ),
  limitBranches: text('Branches', '分支'),
  limitBranchesHint: text(
    'One pattern per line, such as release/*. Tags need the event Tag. Empty for all branches.',
    '每行一个模式，例如 release/*。标签需要选择“标签”事件。留空则为所有分支。',
  ),
  limitImages: text('Images', '镜像'),
  limitImagesHint: text(
    'One per line, such as plugins/docker. Only steps with this image and without commands can use the secret. Empty for all steps.',
    '每行一个，例如 plugins/docker。只有使用此镜像且没有命令的步骤才能使用此密钥。留空则为所有步骤。',
  ),
  use: text(
    (name: string) => `${name} in the pipeline file, below a step or a pipeline:`,
    (name) => `在流水线文件的步骤或流水线中使用 ${name}：`,
  ),
  lastUsed: text('Last used', '上次使用'),
  neverUsed: text('Never', '从未'),
  everywhere: text('all repositories', '所有仓库'),
  deleteDetail: text(
    (name: string, place: string) => `Pipelines of ${place} no longer get the secret ${name}.`,
    (name, place) => `${place} 的流水线将不再获得密钥 ${name}。`,
  ),
  editDialog: text(
    (name: string) => `Edit the secret ${name}`,
    (name) => `编辑密钥 ${name}`,
  ),
  save: text('Save', '保存'),
  newValue: text('New value', '新值'),
  newValueHint: text('Leave it empty to keep the value.', '留空则保留原值。'),
  updated: text('Secret has been updated', '密钥已更新'),
  updateFailed: text(
    (message: string) => `Unable to update secret: ${message}`,
    (message) => `无法更新密钥：${message}`,
  ),
};
