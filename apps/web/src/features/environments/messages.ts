import { text } from '../../lib/i18n/texts.ts';

/** Texts of the page of an environment. */
export const environmentMessages = {
  loadFailed: text('The environment could not be loaded', '无法加载此环境'),
  deploy: text('Deploy…', '部署…'),
  deployBuild: text(
    (build: number) => `Deploy #${build}`,
    (build) => `部署 #${build}`,
  ),
  promoteTo: text(
    (target: string) => `Promote to ${target}`,
    (target) => `部署到 ${target}`,
  ),
  promote: text('Promote to…', '部署到…'),
  running: text('What runs here', '当前运行的内容'),
  never: text('No deployment to this environment has succeeded yet.', '此环境尚无成功的部署。'),
  source: text('Build', '构建'),
  sourceDeleted: text(
    (build: number) => `#${build}, which was deleted`,
    (build) => `#${build}（已删除）`,
  ),
  commit: text('Commit', '提交'),
  deployment: text('Deployment', '部署'),
  by: text('By', '操作者'),
  since: text('Since', '开始于'),
  newestUnfinished: text('A newer deployment has not finished:', '较新的部署尚未完成：'),
  newestFailed: text('A newer deployment did not succeed:', '较新的部署未成功：'),
  changes: text('What changed', '变更内容'),
  noPrevious: text(
    'No earlier deployment to this environment has succeeded.',
    '此环境之前没有成功的部署。',
  ),
  waiting: text('Not deployed yet', '尚未部署'),
  waitingBuild: text(
    (branch: string) => `The newest successful build of ${branch} is not here:`,
    (branch) => `${branch} 最新的成功构建尚未部署到此环境：`,
  ),
  nothingWaits: text(
    (branch: string) => `No newer successful build of ${branch} waits to be deployed.`,
    (branch) => `${branch} 没有更新的成功构建等待部署。`,
  ),
  sameCommit: text('The commit is the same.', '提交相同。'),
  added: text('Commits added', '新增的提交'),
  takenBack: text('Commits taken back', '撤回的提交'),
  onlyNewest: text(
    (count: number) => `Only the newest ${count} commits are listed.`,
    (count) => `仅列出最新的 ${count} 个提交。`,
  ),
  noCommits: text(
    'The commits between these builds cannot be listed.',
    '无法列出这些构建之间的提交。',
  ),
  history: text('History', '历史'),
  emptyHistory: text('Nothing was deployed to this environment yet.', '此环境尚未进行过部署。'),
  current: text('Runs here', '当前运行'),
  rollBack: text('Roll back', '回滚'),
  rollBackTo: text(
    (build: number) => `Roll back to deployment #${build}`,
    (build) => `回滚到部署 #${build}`,
  ),
};
