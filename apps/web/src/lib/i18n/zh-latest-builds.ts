import type { LatestBuildMessages } from './en-latest-builds.ts';

/** Simplified Chinese texts of the lists of branches and deployments. */
export const zhLatestBuilds: LatestBuildMessages = {
  branches: {
    filter: '筛选分支',
    default: '默认',
    count: (count) => `${count} 个分支`,
    nothingTitle: '没有匹配的分支',
    nothing: '请尝试名称的其他部分，或作者的登录名。',
    remove: '移除',
    removeNamed: (branch) => `从列表中移除 ${branch}`,
    removeQuestion: (branch) => `从分支列表中移除 ${branch}？`,
    removeDetail: (slug) => `${slug} 中的该分支及其构建会保留。下次构建后，它会重新出现在列表中。`,
    removed: '已从列表中移除分支',
    removeFailed: (message) => `无法移除分支：${message}`,
    empty: '分支列表为空。当您为某个分支执行流水线后，此列表会显示内容。',
  },
  deployments: {
    environment: '环境',
    commit: '提交',
    committer: '提交者',
    message: '信息',
    remove: '移除',
    removeNamed: (environment) => `从列表中移除 ${environment}`,
    removeQuestion: (environment) => `从部署列表中移除 ${environment}？`,
    removeDetail: (slug) =>
      `${slug} 中的相关构建会保留，环境本身不受影响。下次提升或回滚后，它会重新出现在列表中。`,
    removed: '已从列表中移除部署',
    removeFailed: (message) => `无法移除部署：${message}`,
    emptyTitle: '部署列表为空。',
    empty: '当您提升或回滚构建后，此列表会显示内容。',
  },
};
