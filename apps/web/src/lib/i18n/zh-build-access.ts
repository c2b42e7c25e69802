import type { BuildAccessMessages } from './en-build-access.ts';

/** Chinese texts about other repositories that builds may read. */
export const zhBuildAccess: BuildAccessMessages = {
  title: '构建访问',
  targets: {
    title: '构建可以读取',
    hint: '此仓库的构建还可以克隆这些仓库，例如作为私有子模块。所有能向此仓库推送的人都可以通过构建读取它们。来自派生仓库的合并请求没有访问权限。',
    emptyTitle: '没有其他仓库',
    empty: '构建可以读取此仓库和公开仓库。',
    question: '确定要移除此仓库吗？',
    removeDetail: (other, slug) => `${slug} 的构建将不能再读取 ${other}。`,
  },
  readers: {
    title: '可被以下仓库的构建读取',
    hint: '这些仓库的构建可以克隆此仓库。您可以在此移除它们；添加则由同时管理两个仓库的管理员在对方仓库中进行。',
    emptyTitle: '没有其他仓库',
    empty: '除非此仓库是公开的，否则只有它自己的构建可以读取它。',
    question: '确定要移除此仓库吗？',
    removeDetail: (other, slug) => `${other} 的构建将不能再读取 ${slug}。`,
  },
  add: '添加仓库',
  dialog: '添加仓库',
  repository: '仓库',
  repositoryHint: '格式为 命名空间/名称。您必须是该仓库的管理员。',
  malformed: '请以“命名空间/名称”的格式输入，例如 octo/library。',
  addedBy: '添加者',
  added: '添加时间',
  done: '仓库已添加',
  failed: (message) => `无法添加仓库：${message}`,
  remove: '移除',
  removed: '仓库已移除',
  removeFailed: (message) => `无法移除仓库：${message}`,
};
