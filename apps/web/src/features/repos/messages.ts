import { text } from '../../lib/i18n/texts.ts';

/** Texts of the button that syncs repositories. */
export const syncMessages = {
  button: text('Sync', '同步'),
  running: text('Syncing', '同步中'),
  failed: text('Sync error has occured, please, try again', '同步出错，请重试'),
};

/** Texts of the dashboard. */
export const dashboardMessages = {
  otherRepos: text('Other repositories', '其他仓库'),
  title: text('Dashboard', '仪表盘'),
  recent: text('Recent Activity', '最近活动'),
  repositories: text('Repositories', '代码仓库'),
  activeOnly: text('Active Only', '仅显示已激活'),
  redOnly: text('Default branch is red', '默认分支失败'),
  green: text('green', '通过'),
  red: text(
    (since?: number) => (since === undefined ? 'red' : `red since #${since}`),
    (since) => (since === undefined ? '失败' : `自 #${since} 起失败`),
  ),
  sort: text('Sort', '排序'),
  sortByActivity: text('Sort by Recent activity', '按最近活动排序'),
  sortByName: text('Sort by Name', '按名称排序'),
  organization: text('Organization', '组织'),
  allOrganizations: text('All Organizations', '所有组织'),
  filter: text('Filter repositories', '筛选仓库'),
  emptyTitle: text('Your Repository List is Empty.', '您的仓库列表为空。'),
  empty: text(
    'The product automatically syncs with your version control system to display your repositories.',
    '本产品会自动与您的版本控制系统同步，以显示您的仓库。',
  ),
  noMatchTitle: text('No repository matches', '没有匹配的仓库'),
  noMatch: text('No repository of yours fits these filters.', '没有符合这些筛选条件的仓库。'),
  noBuilds: text('No builds yet', '尚无构建'),
  notActive: text('Not active', '未激活'),
  loadFailed: text('Your repositories could not be loaded', '无法加载您的仓库'),
};
