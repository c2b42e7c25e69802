import { text } from '../lib/i18n/texts.ts';

/** Texts that say what started a build. */
export const activityMessages = {
  untitled: text(
    (number: number) => `Build #${number}`,
    (number) => `构建 #${number}`,
  ),
  push: text(
    (branch: string) => `pushed to ${branch}`,
    (branch) => `推送到 ${branch}`,
  ),
  pullRequestOpened: text(
    (pull: string, branch: string) => `opened pull request ${pull} to ${branch}`,
    (pull, branch) => `创建了到 ${branch} 的合并请求 ${pull}`,
  ),
  pullRequestSynchronized: text(
    (pull: string, branch: string) => `synchronized pull request ${pull} to ${branch}`,
    (pull, branch) => `更新了到 ${branch} 的合并请求 ${pull}`,
  ),
  tag: text(
    (tag: string) => `created tag ${tag}`,
    (tag) => `创建了标签 ${tag}`,
  ),
  promote: text(
    (parent: string, target: string) => `promoted build ${parent} to ${target}`,
    (parent, target) => `将构建 ${parent} 部署到 ${target}`,
  ),
  rollback: text(
    (parent: string, target: string) => `rolled back build ${parent} to ${target}`,
    (parent, target) => `将 ${target} 回滚到构建 ${parent}`,
  ),
  cron: text(
    (name: string, branch: string) => `via cron job ${name} on ${branch}`,
    (name, branch) => `经由 ${branch} 上的定时任务 ${name}`,
  ),
  custom: text(
    (branch: string) => `started a build of ${branch}`,
    (branch) => `启动了 ${branch} 的构建`,
  ),
};
