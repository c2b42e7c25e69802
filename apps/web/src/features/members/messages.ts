import { text } from '../../lib/i18n/texts.ts';

/** Texts about members. */
export const memberMessages = {
  title: text('Members', '成员'),
  add: text('Add Member', '添加成员'),
  dialog: text('Add a Member', '添加成员'),
  hint: text(
    'People and machines that have rights in this repository. System administrators have all rights in every repository.',
    '对此仓库拥有权限的用户和机器。系统管理员对所有仓库拥有全部权限。',
  ),
  forgeHint: text(
    'The rights come from the forge and are changed there. Sync on the dashboard reads them again.',
    '权限来自代码托管平台，请在该平台上更改。仪表盘上的“同步”会重新读取权限。',
  ),
  adminsChange: text(
    'Only administrators of this repository can change its members.',
    '只有此仓库的管理员才能更改其成员。',
  ),
  emptyTitle: text('No Members', '没有成员'),
  empty: text(
    'Nobody but system administrators has rights in this repository.',
    '除系统管理员外，没有人对此仓库拥有权限。',
  ),
  login: text('Login', '登录名'),
  loginHint: text('The login of an account on this server.', '此服务器上某个账户的登录名。'),
  member: text('Member', '成员'),
  rights: text('Rights', '权限'),
  rightsOf: text(
    (login: string) => `Rights of ${login}`,
    (login) => `${login} 的权限`,
  ),
  source: text('From', '来源'),
  roles: {
    read: text('Read', '读取'),
    write: text('Write', '写入'),
    admin: text('Administer', '管理'),
  },
  roleHints: {
    read: text('Sees the repository, its builds and logs.', '可以查看仓库及其构建和日志。'),
    write: text(
      'Also pushes, starts and approves builds, and changes secrets and cron jobs.',
      '还可以推送、启动和批准构建，以及更改密钥和定时任务。',
    ),
    admin: text('Also changes settings and members.', '还可以更改设置和成员。'),
  },
  sources: {
    owner: text('Owner of the namespace', '命名空间所有者'),
    forge: text('Forge', '代码托管平台'),
    granted: text('Given here', '在此授予'),
    team: text('Team', '团队'),
  },
  teams: text(
    (names: string) => `Team ${names}`,
    (names) => `团队 ${names}`,
  ),
  grantedAndTeams: text(
    (names: string) => `Given here, and team ${names}`,
    (names) => `在此授予，以及团队 ${names}`,
  ),
  question: text('Are you sure you want to remove this member?', '确定要移除此成员吗？'),
  removeDetail: text(
    (login: string, slug: string) => `${login} loses all rights given in ${slug}.`,
    (login, slug) => `${login} 将失去在 ${slug} 中获得的所有权限。`,
  ),
  added: text('Member has been added successfully', '成员已添加'),
  changed: text('Rights have been changed', '权限已更改'),
  removed: text('Member has been removed successfully', '成员已移除'),
  addFailed: text(
    (message: string) => `Unable to add member: ${message}`,
    (message) => `无法添加成员：${message}`,
  ),
  changeFailed: text(
    (message: string) => `Unable to change rights: ${message}`,
    (message) => `无法更改权限：${message}`,
  ),
  removeFailed: text(
    (message: string) => `Unable to remove member: ${message}`,
    (message) => `无法移除成员：${message}`,
  ),
};
