import { text } from '../../lib/i18n/texts.ts';

/** Texts about accounts, for their administrators. */
export const userMessages = {
  accessTokensOf: text(
    (login: string) => `Access Tokens of ${login}`,
    (login) => `${login} 的访问令牌`,
  ),
  title: text('User Management', '用户管理'),
  username: text('Username', '用户名'),
  active: text('Active', '启用'),
  inactive: text('Inactive', '停用'),
  noAccess: text('No access', '无访问权限'),
  unconfirmed: text('Unconfirmed', '未确认'),
  accessEnds: {
    revoked: text(
      'No access: the forge no longer accepts this account. It was deleted there, or access was revoked.',
      '无访问权限：代码托管平台不再接受此账户。该账户已被删除，或授权已被撤销。',
    ),
    blocked: text(
      'No access: the forge has blocked this account.',
      '无访问权限：代码托管平台已封禁此账户。',
    ),
    not_allowed: text(
      'No access: MILLRACE_ALLOWED does not include this account.',
      '无访问权限：MILLRACE_ALLOWED 不包含此账户。',
    ),
    not_in_groups: text(
      'No access: the account is in none of the allowed groups.',
      '无访问权限：此账户不在任何允许的组中。',
    ),
    not_in_directory: text(
      'No access: the LDAP directory no longer lists this account.',
      '无访问权限：LDAP 目录中已没有此账户。',
    ),
  },
  type: text('Type', '类型'),
  machine: text('Machine', '机器'),
  person: text('User', '用户'),
  role: text('Role', '角色'),
  admin: text('Admin', '管理员'),
  auditor: text('Auditor', '审计员'),
  member: text('Member', '成员'),
  created: text('Created', '创建时间'),
  lastLogin: text('Last Login', '上次登录'),
  add: text('New User', '新建用户'),
  addDialog: text('Create a New User', '新建用户'),
  editDialog: text('Edit user', '编辑用户'),
  login: text('Login', '登录名'),
  email: text('Email', '邮箱'),
  adminUser: text('Admin User', '管理员用户'),
  auditorUser: text('Auditor', '审计员'),
  auditorHint: text(
    'Reads the audit log, accounts, runners, the system and all settings without secrets. Changes nothing.',
    '读取审计日志、账户、运行器、系统和所有不含密钥的设置，不能更改任何内容。',
  ),
  downloadData: text('Download Data', '下载数据'),
  machineUser: text('Machine User', '机器用户'),
  activeUser: text('Active', '启用'),
  activeHint: text(
    'An inactive account can neither sign in nor use its token. What it owns stays.',
    '停用的账户无法登录，其令牌也无法使用。其拥有的内容会保留。',
  ),
  confirmUser: text('Confirm the account', '确认账户'),
  confirmHint: text(
    (login: string) =>
      `The account was imported, and accepts no sign-in yet. Confirm that ${login} belongs to the same person at the forge.`,
    (login) => `该账户由导入创建，暂时无法登录。请确认代码托管平台上的 ${login} 仍属于同一个人。`,
  ),
  resetPassword: text('Reset Password', '重置密码'),
  resetQuestion: text(
    'Are you sure you want to reset the password of this user?',
    '确定要重置此用户的密码吗？',
  ),
  resetDetail: text(
    (login: string) =>
      `The current password of ${login} stops working and all sessions of the account end. The new password is shown once.`,
    (login) => `${login} 的当前密码将失效，该账户的所有会话都会结束。新密码仅显示一次。`,
  ),
  resetFailed: text(
    (message: string) => `Unable to reset the password: ${message}`,
    (message) => `无法重置密码：${message}`,
  ),
  renewToken: text('Renew Token', '更换令牌'),
  renewTokenQuestion: text(
    'Are you sure you want to renew the token of this user?',
    '确定要更换此用户的令牌吗？',
  ),
  renewTokenDetail: text(
    (login: string) =>
      `The current token of ${login} stops working at once. The new token is shown once.`,
    (login) => `${login} 的当前令牌会立即失效。新令牌仅显示一次。`,
  ),
  renewTokenFailed: text(
    (message: string) => `Unable to renew the token: ${message}`,
    (message) => `无法更换令牌：${message}`,
  ),
  save: text('Save', '保存'),
  filter: text('Filter users', '筛选用户'),
  noMatch: text('No user matches the filter.', '没有符合筛选条件的用户。'),
  showMore: text('Show More', '显示更多'),
  question: text('Are you sure you want to delete this user?', '确定要删除此用户吗？'),
  deleteDetail: text(
    (login: string) => `The account ${login} cannot be restored.`,
    (login) => `账户 ${login} 删除后无法恢复。`,
  ),
  holds: text(
    (login: string) => `${login} holds what is listed here.`,
    (login) => `${login} 拥有以下内容。`,
  ),
  heldRepos: text(
    (builds: number) => `Repositories, with ${builds} ${builds === 1 ? 'build' : 'builds'}`,
    (builds) => `仓库（共 ${builds} 次构建）`,
  ),
  heldCrons: text('Cron jobs', '定时任务'),
  heldSecrets: text('Secrets', '密钥'),
  heldRegistries: text('Registry credentials', '镜像仓库凭据'),
  heldTemplates: text('Templates', '模板'),
  fate: text('What becomes of it', '如何处理这些内容'),
  deleteContents: text(
    'Delete all of it, repositories with their builds, logs and git history too',
    '全部删除，包括仓库的构建、日志和 git 历史',
  ),
  handContentsOver: text('Hand all of it over to another user', '全部移交给另一位用户'),
  successor: text('Successor', '接收者'),
  successorHint: text(
    'The login of the user who gets it. The addresses of the repositories change.',
    '接收内容的用户的登录名。仓库的地址会随之改变。',
  ),
  replaceNames: text(
    'Replace the login, name and address of this person in builds',
    '替换构建中此人的登录名、姓名和邮箱地址',
  ),
  replaceNamesHint: text(
    'Otherwise builds keep them, so that it stays known who changed what. Commits, logs and the audit log keep them in any case.',
    '否则构建会保留这些信息，以便查明谁做了更改。提交、日志和审计日志始终会保留它们。',
  ),
  addedDone: text('New user has been created successfully', '用户已创建'),
  updated: text('User settings have been updated', '用户设置已更新'),
  deleted: text('User has been deleted successfully', '用户已删除'),
  addFailed: text(
    (message: string) => `Unable to create new user: ${message}`,
    (message) => `无法创建用户：${message}`,
  ),
  deleteFailed: text(
    (message: string) => `Unable to delete user: ${message}`,
    (message) => `无法删除用户：${message}`,
  ),
  handOver: text(
    (login: string) => `Hand this over to ${login}: it is shown only now.`,
    (login) => `请将其交给 ${login}：仅显示这一次。`,
  ),
  password: text('Password', '密码'),
  token: text('Token', '令牌'),
  done: text('Done', '完成'),
};
