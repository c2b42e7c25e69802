import { text } from '../../lib/i18n/texts.ts';

/** Texts about access tokens. */
export const accessTokenMessages = {
  title: text('Access Tokens', '访问令牌'),
  hint: text(
    'For programs that need less than your personal token allows. Each can be revoked on its own.',
    '用于所需权限少于个人令牌的程序。每个令牌都可以单独撤销。',
  ),
  machineHint: text(
    'Credentials of this machine. Each can be revoked on its own.',
    '此机器账户的凭据。每个令牌都可以单独撤销。',
  ),
  of: text(
    (login: string) => `Access Tokens of ${login}`,
    (login) => `${login} 的访问令牌`,
  ),
  add: text('New Access Token', '新建访问令牌'),
  emptyTitle: text('There are no access tokens.', '没有访问令牌。'),
  empty: text(
    'Create one for each program, with only the access that it needs.',
    '请为每个程序创建一个令牌，只授予其所需的权限。',
  ),
  name: text('Name', '名称'),
  nameHint: text(
    'Where the token is used, such as the name of a script.',
    '令牌的使用位置，例如脚本的名称。',
  ),
  scope: text('Scope', '范围'),
  scopes: {
    audit: text('Audit', '审计'),
    read: text('Read', '读取'),
    write: text('Write', '写入'),
    admin: text('Administration', '管理'),
  },
  scopeHints: {
    audit: text(
      'Reads what auditors may read: the audit log, accounts, runners, the system and settings without secrets. For accounts of auditors and system admins.',
      '读取审计员可以读取的内容：审计日志、账户、运行器、系统和不含密钥的设置。适用于审计员和系统管理员的账户。',
    ),
    read: text(
      'Reads what the account may read. Changes nothing.',
      '读取账户可以读取的内容，不能更改任何内容。',
    ),
    write: text(
      'Also starts and cancels builds, opens terminals, and pushes with git.',
      '还可以启动和取消构建、打开终端，并使用 git 推送。',
    ),
    admin: text(
      'Also settings, secrets and cron jobs. Cannot change the account or create tokens.',
      '还可以管理设置、密钥和定时任务，但不能更改账户或创建令牌。',
    ),
  },
  repository: text('Repository', '代码仓库'),
  repositoryHint: text(
    'Only this repository. All repositories if empty.',
    '仅限此仓库。留空则为所有仓库。',
  ),
  allRepositories: text('All repositories', '所有仓库'),
  expiry: text('Expiry', '有效期'),
  expiries: {
    '30': text('30 days', '30 天'),
    '90': text('90 days', '90 天'),
    '365': text('One year', '一年'),
    '0': text('No expiry', '永不过期'),
  },
  created: text('Created', '创建时间'),
  expires: text('Expires', '过期时间'),
  never: text('Never', '永不过期'),
  expired: text('Expired', '已过期'),
  lastUsed: text('Last used', '上次使用'),
  notUsed: text('Not used yet', '尚未使用'),
  token: text('Token', '令牌'),
  shownOnce: text('Copy the token now. It is not shown again.', '请立即复制令牌。它不会再次显示。'),
  done: text('Done', '完成'),
  createFailed: text(
    (message: string) => `Unable to create the access token: ${message}`,
    (message) => `无法创建访问令牌：${message}`,
  ),
  revokeQuestion: text(
    'Are you sure you want to revoke this access token?',
    '确定要撤销此访问令牌吗？',
  ),
  revokeDetail: text(
    (name: string) => `Programs that use ${name} lose their access immediately.`,
    (name) => `使用 ${name} 的程序会立即失去访问权限。`,
  ),
  revoked: text('The access token has been revoked', '访问令牌已撤销'),
  revokeFailed: text(
    (message: string) => `Unable to revoke the access token: ${message}`,
    (message) => `无法撤销访问令牌：${message}`,
  ),
};
