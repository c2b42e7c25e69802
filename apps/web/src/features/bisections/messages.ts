import type { BisectionOutcome, BisectionStatus } from '@millrace/contract/vocabulary';
import { type Text, text } from '../../lib/i18n/texts.ts';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

const statuses: Record<BisectionStatus, Text> = {
  running: text('Searching for the commit', '正在查找提交'),
  found: text('Commit found', '已找到提交'),
  random: text('No commit: the failures are random', '没有相关提交：失败是随机的'),
  unknown: text('No answer', '没有结论'),
  canceled: text('Bisection canceled', '二分查找已取消'),
  failed: text('Bisection failed', '二分查找失败'),
};

const outcomes: Record<BisectionOutcome | 'running', Text> = {
  running: text('running', '运行中'),
  passed: text('passed', '通过'),
  failed: text('failed', '失败'),
  unbuildable: text('could not be built', '无法构建'),
  unclear: text('no result', '没有结果'),
};

/** Texts about bisections. */
export const bisectionMessages = {
  title: text('Bisections', '二分查找'),
  start: text('Find the commit', '查找提交'),
  onlyCommit: text('Began with commit', '始于提交'),
  confirm: text('Find the commit?', '查找提交？'),
  /** Consequences of the start. */
  consequences: text(
    (step: string) =>
      `Runs ${step}, and the steps before it, on commits since it last passed. Later steps do not run. All other builds go first.`,
    (step) =>
      `在 ${step} 上次通过之后的提交上运行该步骤及其之前的步骤。之后的步骤不会运行。所有其他构建优先。`,
  ),
  startFailed: text(
    (message: string) => `Unable to start the bisection: ${message}`,
    (message) => `无法开始查找：${message}`,
  ),
  started: text('Bisection has been started', '已开始二分查找'),
  partOf: text('Part of a bisection', '属于一次二分查找'),
  statuses,
  outcomes,
  loadFailed: text('The bisection could not be loaded', '无法加载该二分查找'),
  listFailed: text('The bisections could not be loaded', '无法加载二分查找列表'),
  certainty: text(
    (percent: string, runs: number) => `${percent} % certain after ${count(runs, 'run', 'runs')}`,
    (percent, runs) => `运行 ${runs} 次后，确定性 ${percent} %`,
  ),
  likeliest: text(
    (percent: string) => `most likely commit so far: ${percent} %`,
    (percent) => `目前最可能的提交：${percent} %`,
  ),
  runsOf: text(
    (runs: number, most: number) =>
      `${count(runs, 'run', 'runs')}, at most ${most.toLocaleString('en')}`,
    (runs, most) => `已运行 ${runs} 次，最多 ${most} 次`,
  ),
  /** `good` and `bad` are links to builds. */
  between: text('Last passed in', '上次通过于'),
  and: text('first failed in', '首次失败于'),
  commits: text(
    (number: number) => count(number, 'commit', 'commits'),
    (number) => `${number.toLocaleString('zh-CN')} 个提交`,
  ),
  flakiness: text(
    (percent: string) => `fails on good commits in about ${percent} % of runs`,
    (percent) => `在正常提交上约有 ${percent} % 的运行失败`,
  ),
  startedBy: text(
    (login: string) => `started by ${login}`,
    (login) => `由 ${login} 开始`,
  ),
  automatic: text('started automatically', '自动开始'),
  canceledBy: text(
    (login: string) => `canceled by ${login}`,
    (login) => `由 ${login} 取消`,
  ),
  range: text(
    (number: number) =>
      `One of these ${number.toLocaleString('en')} commits. All but the newest cannot be built.`,
    (number) => `这 ${number} 个提交之一。除最新的提交外，其余均无法构建。`,
  ),
  noAnswer: text(
    'The runs allow no answer: too many commits cannot be built, or their results differ.',
    '运行结果无法得出结论：无法构建的提交过多，或结果不一致。',
  ),
  randomDetail: text(
    'The step passes on these commits when it runs again.',
    '再次运行时，该步骤在这些提交上通过。',
  ),
  cancel: text('Cancel bisection', '取消二分查找'),
  canceled: text('Bisection has been canceled', '已取消二分查找'),
  cancelFailed: text(
    (message: string) => `Unable to cancel the bisection: ${message}`,
    (message) => `无法取消查找：${message}`,
  ),
  listTitle: text('Commits', '提交'),
  listHint: text(
    'Newest first, with the probability that the step began to fail with the commit.',
    '最新的在前，附该步骤从此提交开始失败的概率。',
  ),
  probability: text(
    (percent: string) => `Probability ${percent} %`,
    (percent) => `概率 ${percent} %`,
  ),
  more: text(
    (number: number) => `${count(number, 'commit', 'commits')} without a run`,
    (number) => `${number} 个提交未运行`,
  ),
  showAll: text('Show all commits', '显示所有提交'),
  runs: text('Runs', '运行'),
  noRuns: text('The first run has not started yet.', '第一次运行尚未开始。'),
  onCommit: text('on', '提交'),
  noStep: text('has no such step', '没有此步骤'),
  empty: text('No bisections', '没有二分查找'),
  emptyDetail: text(
    'Open a failed build and select “Find the commit”.',
    '打开一个失败的构建，然后选择“查找提交”。',
  ),
  settings: text('Settings', '设置'),
  automaticLabel: text('Bisect automatically', '自动二分查找'),
  automaticHint: text(
    'When a step of a push or a cron job begins to fail, and there are several commits since it last passed. Not in protected repositories.',
    '当推送或定时任务的某个步骤开始失败，且自上次通过以来有多个提交时。不适用于受保护的仓库。',
  ),
  commentsLabel: text('Comment on the commit', '在提交上评论'),
  commentsHint: text(
    'Adds the answer as a comment to the commit at the forge.',
    '将结论作为评论添加到代码托管平台上的提交。',
  ),
  saved: text('Settings have been saved', '已保存设置'),
  saveFailed: text(
    (message: string) => `Unable to save the settings: ${message}`,
    (message) => `无法保存设置：${message}`,
  ),
};
