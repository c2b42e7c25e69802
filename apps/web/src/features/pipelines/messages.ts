import { text } from '../../lib/i18n/texts.ts';

/** Texts of the page about what the pipeline file does. */
export const pipelinesMessages = {
  title: text('Pipelines', '流水线'),
  branch: text('Branch', '分支'),
  intro: text(
    (path: string, branch: string) =>
      `What ${path} on the branch ${branch} does for each event. Nothing is run.`,
    (path, branch) => `分支 ${branch} 上的 ${path} 对每种事件的处理。不会运行任何内容。`,
  ),
  loadFailed: text('The pipeline file could not be loaded', '无法加载流水线文件'),
  planFailed: text('The pipeline file could not be planned', '无法规划流水线文件'),
  noFile: text(
    (path: string, branch: string) => `The branch ${branch} has no file ${path}.`,
    (path, branch) => `分支 ${branch} 没有文件 ${path}。`,
  ),
  edit: text('Edit the file', '编辑文件'),
  findings: text('Findings', '检查结果'),
  place: text(
    (file: string, line: number) => `${file}, line ${line}:`,
    (file, line) => `${file} 第 ${line} 行：`,
  ),
  why: text('Why did a commit not build?', '为什么某个提交没有构建？'),
  commit: text('Commit', '提交'),
  commitHint: text('A hash or a tag', '哈希值或标签'),
  ask: text('Explain', '说明'),
  askFailed: text('The commit could not be explained', '无法说明该提交'),
  hasBuilds: text(
    (commit: string) => `${commit} has been built:`,
    (commit) => `${commit} 已有构建：`,
  ),
  refused: text(
    (commit: string, reason: string) => `A push of ${commit} starts no build: ${reason}.`,
    (commit, reason) => `推送 ${commit} 不会启动构建：${reason}。`,
  ),
  hasNoFile: text(
    (commit: string, path: string) =>
      `A push of ${commit} starts no build: it has no file ${path}.`,
    (commit, path) => `推送 ${commit} 不会启动构建：没有文件 ${path}。`,
  ),
  nothingRuns: text(
    (commit: string) =>
      `A push of ${commit} starts no build: its pipeline file leaves everything out.`,
    (commit) => `推送 ${commit} 不会启动构建：其流水线文件排除了所有内容。`,
  ),
  wouldBuild: text(
    (commit: string) =>
      `A push of ${commit} would start a build. If it did not, the forge has not told this server about it, or a condition on changed files excludes it.`,
    (commit) =>
      `推送 ${commit} 会启动构建。如果没有启动，则是代码托管平台没有通知此服务器，或文件路径条件排除了它。`,
  ),
};
