import { text } from '../../lib/i18n/texts.ts';

/** Texts about all repositories of the server. */
export const allReposMessages = {
  title: text('Repositories', '仓库'),
  filter: text('Filter by name or owner', '按名称或所有者筛选'),
  active: text('Status', '状态'),
  any: text('All repositories', '全部仓库'),
  onlyActive: text('Active', '已激活'),
  onlyInactive: text('Inactive', '未激活'),
  sort: text('Order', '排序'),
  bySlug: text('By name', '按名称'),
  bySize: text('By size', '按大小'),
  repo: text('Repository', '仓库'),
  owner: text('Owner', '所有者'),
  size: text('Size', '大小'),
  lastBuild: text('Last build', '最近构建'),
  visibility: text('Visibility', '可见性'),
  sizeOf: text(
    (git: string, logs: string, artifacts: string, caches: string) =>
      `Git ${git}, logs ${logs}, artifacts ${artifacts}, caches ${caches}`,
    (git, logs, artifacts, caches) => `Git ${git}，日志 ${logs}，产物 ${artifacts}，缓存 ${caches}`,
  ),
  unmeasured: text('Not measured yet', '尚未测量'),
  total: text(
    (count: number, size: string) =>
      `${count} ${count === 1 ? 'repository' : 'repositories'}, ${size}`,
    (count, size) => `${count} 个仓库，${size}`,
  ),
  activate: text('Activate', '激活'),
  deactivate: text('Deactivate', '停用'),
  changeOwner: text('Change owner', '更改所有者'),
  repair: text('Repair', '修复'),
  of: text(
    (action: string, slug: string) => `${action} ${slug}`,
    (action, slug) => `${action} ${slug}`,
  ),
  activated: text('Activated', '已激活'),
  deactivated: text('Deactivated', '已停用'),
  repaired: text('Repaired', '已修复'),
  ownerChanged: text('Changed the owner', '已更改所有者'),
  changeFailed: text(
    (message: string) => `The repository could not be changed: ${message}`,
    (message) => `无法更改仓库：${message}`,
  ),
  newOwner: text('Login of the new owner', '新所有者的登录名'),
  newOwnerOf: text(
    (slug: string) => `Change the owner of ${slug}`,
    (slug) => `更改 ${slug} 的所有者`,
  ),
  deactivateQuestion: text(
    (slug: string) => `Deactivate ${slug}?`,
    (slug) => `停用 ${slug}？`,
  ),
  deactivateDetail: text(
    'Its pushes start no builds until it is activated again.',
    '在重新激活之前，其推送不会启动构建。',
  ),
  emptyTitle: text('There are no repositories.', '没有仓库。'),
  empty: text(
    'Repositories appear here when they are pushed or synced from the forge.',
    '推送仓库或从代码托管平台同步后，仓库会显示在这里。',
  ),
};
