import { text } from '../../lib/i18n/texts.ts';

/** Texts about other repositories that builds may read. */
export const buildAccessMessages = {
  title: text('Build Access', '构建访问'),
  targets: {
    title: text('Builds May Read', '构建可以读取'),
    hint: text(
      'Builds of this repository can clone these repositories too, for example as private submodules. Everyone who can push here can then read them through a build. Pull requests from forks get no access.',
      '此仓库的构建还可以克隆这些仓库，例如作为私有子模块。所有能向此仓库推送的人都可以通过构建读取它们。来自派生仓库的合并请求没有访问权限。',
    ),
    emptyTitle: text('No Other Repositories', '没有其他仓库'),
    empty: text(
      'Builds can read this repository and public ones.',
      '构建可以读取此仓库和公开仓库。',
    ),
    question: text('Are you sure you want to remove this repository?', '确定要移除此仓库吗？'),
    removeDetail: text(
      (other: string, slug: string) => `Builds of ${slug} can no longer read ${other}.`,
      (other, slug) => `${slug} 的构建将不能再读取 ${other}。`,
    ),
  },
  readers: {
    title: text('Read by Builds Of', '可被以下仓库的构建读取'),
    hint: text(
      'Builds of these repositories can clone this one. You can remove them here, but an administrator of both adds them there.',
      '这些仓库的构建可以克隆此仓库。您可以在此移除它们；添加则由同时管理两个仓库的管理员在对方仓库中进行。',
    ),
    emptyTitle: text('No Other Repositories', '没有其他仓库'),
    empty: text(
      'Only builds of this repository can read it, unless it is public.',
      '除非此仓库是公开的，否则只有它自己的构建可以读取它。',
    ),
    question: text('Are you sure you want to remove this repository?', '确定要移除此仓库吗？'),
    removeDetail: text(
      (other: string, slug: string) => `Builds of ${other} can no longer read ${slug}.`,
      (other, slug) => `${other} 的构建将不能再读取 ${slug}。`,
    ),
  },
  add: text('Add Repository', '添加仓库'),
  dialog: text('Add a Repository', '添加仓库'),
  repository: text('Repository', '仓库'),
  repositoryHint: text(
    'As namespace/name. You must be an administrator of it.',
    '格式为 命名空间/名称。您必须是该仓库的管理员。',
  ),
  malformed: text(
    'Enter the name as namespace/name, for example octo/library.',
    '请以“命名空间/名称”的格式输入，例如 octo/library。',
  ),
  addedBy: text('Added by', '添加者'),
  added: text('Added', '添加时间'),
  done: text('Repository has been added successfully', '仓库已添加'),
  failed: text(
    (message: string) => `Unable to add repository: ${message}`,
    (message) => `无法添加仓库：${message}`,
  ),
  remove: text('Remove', '移除'),
  removed: text('Repository has been removed successfully', '仓库已移除'),
  removeFailed: text(
    (message: string) => `Unable to remove repository: ${message}`,
    (message) => `无法移除仓库：${message}`,
  ),
};
