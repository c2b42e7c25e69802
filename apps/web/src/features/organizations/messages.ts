import { text } from '../../lib/i18n/texts.ts';

/** Texts of the page of an organization. */
export const organizationMessages = {
  repositories: text('Repositories', '代码仓库'),
  loadFailed: text('The organization could not be loaded', '无法加载该组织'),
  hint: text(
    'The default branch of each repository, and its newest 50 builds.',
    '各仓库的默认分支及其最近 50 次构建。',
  ),
  summary: text(
    (red: number, all: number) => `${red} of ${all} red`,
    (red, all) => `${all} 个中有 ${red} 个失败`,
  ),
  sort: text('Sort', '排序'),
  orders: {
    red: text('Red for longest first', '失败最久的在前'),
    slow: text('Slowest first', '最慢的在前'),
    flaky: text('Flakiest first', '最不稳定的在前'),
    queue: text('Most queued first', '排队最多的在前'),
    name: text('By name', '按名称'),
  },
  repository: text('Repository', '仓库'),
  branch: text('Default branch', '默认分支'),
  duration: text('Median Build', '构建时长中位数'),
  recovered: text('Green after a restart', '重启后通过'),
  queue: text('Queue', '队列'),
  green: text('green', '通过'),
  red: text('red', '失败'),
  since: text(
    (build: number) => `since #${build},`,
    (build) => `自 #${build} 起，`,
  ),
  noBuilds: text('no builds', '没有构建'),
  share: text(
    (recovered: number, finished: number) => `${recovered} of ${finished}`,
    (recovered, finished) => `${finished} 次中 ${recovered} 次`,
  ),
  queued: text(
    (running: number, waiting: number) => `${running} running, ${waiting} waiting`,
    (running, waiting) => `${running} 个运行中，${waiting} 个等待中`,
  ),
};
