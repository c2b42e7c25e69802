import { text } from '../../lib/i18n/texts.ts';

/** Texts of the lists of branches and deployments. */
export const latestBuildMessages = {
  branches: {
    filter: text('Filter branches', '筛选分支'),
    default: text('Default', '默认'),
    count: text(
      (count: number) => (count === 1 ? '1 branch' : `${count} branches`),
      (count) => `${count} 个分支`,
    ),
    nothingTitle: text('No branch matches', '没有匹配的分支'),
    nothing: text(
      'Try another part of the name, or the login of the author.',
      '请尝试名称的其他部分，或作者的登录名。',
    ),
    remove: text('Remove', '移除'),
    removeNamed: text(
      (branch: string) => `Remove ${branch} from the list`,
      (branch) => `从列表中移除 ${branch}`,
    ),
    removeQuestion: text(
      (branch: string) => `Remove ${branch} from the list of branches?`,
      (branch) => `从分支列表中移除 ${branch}？`,
    ),
    removeDetail: text(
      (slug: string) =>
        `The branch and its builds in ${slug} stay. Its next build adds it to the list again.`,
      (slug) => `${slug} 中的该分支及其构建会保留。下次构建后，它会重新出现在列表中。`,
    ),
    removed: text('Branch has been removed from the list', '已从列表中移除分支'),
    removeFailed: text(
      (message: string) => `Unable to remove branch: ${message}`,
      (message) => `无法移除分支：${message}`,
    ),
    empty: text(
      'Your Branch List is Empty. This list will be populated when you execute a pipeline for an open branch.',
      '分支列表为空。当您为某个分支执行流水线后，此列表会显示内容。',
    ),
  },
  deployments: {
    environment: text('Environment', '环境'),
    commit: text('Commit', '提交'),
    committer: text('Committer', '提交者'),
    message: text('Message', '信息'),
    remove: text('Remove', '移除'),
    removeNamed: text(
      (environment: string) => `Remove ${environment} from the list`,
      (environment) => `从列表中移除 ${environment}`,
    ),
    removeQuestion: text(
      (environment: string) => `Remove ${environment} from the list of deployments?`,
      (environment) => `从部署列表中移除 ${environment}？`,
    ),
    removeDetail: text(
      (slug: string) =>
        `Its builds in ${slug} stay, and nothing changes in the environment. The next promotion or rollback adds it to the list again.`,
      (slug) =>
        `${slug} 中的相关构建会保留，环境本身不受影响。下次提升或回滚后，它会重新出现在列表中。`,
    ),
    removed: text('Deployment has been removed from the list', '已从列表中移除部署'),
    removeFailed: text(
      (message: string) => `Unable to remove deployment: ${message}`,
      (message) => `无法移除部署：${message}`,
    ),
    emptyTitle: text('Your Deployment List is Empty.', '部署列表为空。'),
    empty: text(
      'This list will be populated when you promote or rollback a build.',
      '当您提升或回滚构建后，此列表会显示内容。',
    ),
  },
};
