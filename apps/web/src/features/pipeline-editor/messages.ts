import type { ChangedPart } from '@millrace/contract/api';
import { type Text, text } from '../../lib/i18n/texts.ts';

const changes: Record<ChangedPart['change'], Text<(name: string) => string>> = {
  added: text(
    (name) => `${name} would run`,
    (name) => `${name} 会运行`,
  ),
  removed: text(
    (name) => `${name} would not run`,
    (name) => `${name} 不会运行`,
  ),
  policy: text(
    (name) => `${name} would run after other results`,
    (name) => `${name} 会在其他结果之后运行`,
  ),
};

/** Texts of the page that edits a pipeline file. */
export const pipelineEditorMessages = {
  loadFailed: text('The pipeline file could not be loaded', '无法加载流水线文件'),
  intro: text(
    (path: string, branch: string) =>
      `Try a change of ${path} on the branch ${branch}. It stays in this tab until you commit it.`,
    (path, branch) => `试改分支 ${branch} 上的 ${path}。提交之前，更改只保留在此标签页中。`,
  ),
  editor: text(
    (path: string) => `Text of ${path}`,
    (path) => `${path} 的内容`,
  ),
  reset: text('Discard changes', '放弃更改'),
  openCommit: text('Commit…', '提交…'),
  commitTitle: text(
    (path: string) => `Commit ${path}`,
    (path) => `提交 ${path}`,
  ),
  commit: text('Commit', '提交'),
  usualMessage: text(
    (path: string) => `Update ${path}`,
    (path) => `Update ${path}`,
  ),
  message: text('Message', '提交信息'),
  branch: text('Branch', '分支'),
  newBranch: text('A new branch', '新分支'),
  newBranchName: text('Name of the new branch', '新分支的名称'),
  tryNewBranch: text('You can commit to a new branch.', '您可以提交到新分支。'),
  committed: text(
    (commit: string, branch: string) => `Committed ${commit} to ${branch}`,
    (commit, branch) => `已将 ${commit} 提交到 ${branch}`,
  ),
  builds: text('Builds', '构建'),
  build: text(
    (number: number) => `Build #${number}`,
    (number) => `构建 #${number}`,
  ),
  commitPage: text('Commit', '提交页面'),
  openPullRequest: text('Open a pull request', '创建拉取请求'),
  plan: text('Plan', '计划'),
  findings: text('Findings', '检查结果'),
  place: text(
    (file: string | undefined, line: number) =>
      file === undefined ? `Line ${line}:` : `${file}, line ${line}:`,
    (file, line) => (file === undefined ? `第 ${line} 行：` : `${file} 第 ${line} 行：`),
  ),
  history: text('Last builds under this file', '最近的构建在此文件下'),
  noneCouldStart: text(
    (all: number, error: string) =>
      `None of the last ${all.toLocaleString('en')} builds could start: ${error}`,
    (all, error) => `最近 ${all} 次构建都无法启动：${error}`,
  ),
  differ: text(
    (changed: number, all: number) =>
      all === 0
        ? 'No builds yet'
        : `${changed.toLocaleString('en')} of the last ${all.toLocaleString('en')} builds would differ`,
    (changed, all) => (all === 0 ? '尚无构建' : `最近 ${all} 次构建中有 ${changed} 次会不同`),
  ),
  same: text('same', '相同'),
  changes,
  noBuild: text('No build would have been created.', '不会创建构建。'),
  incomparable: text(
    (error: string) => `Not compared, because it failed for another reason: ${error}`,
    (error) => `未比较，因为它因其他原因失败：${error}`,
  ),
  unknownPaths: text(
    'The changed files are unknown: conditions on paths count as fulfilled.',
    '更改的文件未知：路径条件视为满足。',
  ),
  time: text(
    (before: number, after: number) =>
      `Critical path about ${after.toLocaleString('en')} s instead of ${before.toLocaleString('en')} s`,
    (before, after) => `关键路径约 ${after} 秒，原为 ${before} 秒`,
  ),
  moreChanges: text(
    (count: number) => `And ${count} more stages and steps`,
    (count) => `另有 ${count} 个阶段和步骤`,
  ),
  unknownDurations: text(
    (names: string) => `Without a known duration: ${names}`,
    (names) => `时长未知：${names}`,
  ),
};
