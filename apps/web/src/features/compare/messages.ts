import { text } from '../../lib/i18n/texts.ts';

/** Texts of the page that compares builds. */
export const compareMessages = {
  page: text(
    (before: number, after: number, slug: string) => `Compare #${before} with #${after} - ${slug}`,
    (before: number, after: number, slug: string) => `比较 #${before} 与 #${after} - ${slug}`,
  ),
  title: text(
    (before: number, after: number) => `#${before} compared with #${after}`,
    (before: number, after: number) => `#${before} 与 #${after} 的比较`,
  ),
  compare: text('Compare', '比较'),
  before: text('Build', '构建'),
  after: text('With build', '与构建'),
  swap: text('Swap', '交换'),
  facts: text('Builds', '构建'),
  fact: text('Fact', '项目'),
  status: text('Status', '状态'),
  event: text('Event', '事件'),
  message: text('Message', '消息'),
  author: text('Author', '作者'),
  parameter: text('Parameter', '参数'),
  absent: text('none', '无'),
  stages: text('Stages and steps', '阶段与步骤'),
  noStages: text('Neither build has stages.', '两个构建都没有阶段。'),
  name: text('Stage or step', '阶段或步骤'),
  difference: text('Difference', '差异'),
  changes: {
    added: text('added', '新增'),
    gone: text('gone', '已移除'),
    broken: text('fails now', '现在失败'),
    fixed: text('works again', '已恢复'),
    slower: text('slower', '变慢'),
    faster: text('faster', '变快'),
  },
  usually: text(
    (low: string, high: string) => (low === high ? `usually ${low}` : `usually ${low} to ${high}`),
    (low: string, high: string) => (low === high ? `通常 ${low}` : `通常 ${low} 至 ${high}`),
  ),
  logs: text('Logs', '日志'),
  compareLogs: text(
    (stage: string, step: string) => `Compare the logs of ${stage}, ${step}`,
    (stage: string, step: string) => `比较 ${stage}、${step} 的日志`,
  ),
  logsOf: text(
    (stage: string, step: string) => `Logs of ${stage} › ${step}`,
    (stage: string, step: string) => `${stage} › ${step} 的日志`,
  ),
  onlyIn: text(
    (build: number) => `Only or more often in #${build}`,
    (build: number) => `#${build} 中多出的行`,
  ),
  nothing: text('Nothing.', '无。'),
  sameLogs: text(
    'The logs differ only in timestamps, numbers and similar values.',
    '两份日志仅在数字、时间等方面不同。',
  ),
  logsTooLong: text('The logs were too long to compare completely.', '日志过长，未能完整比较。'),
  logsMissing: text(
    'One of the two builds has no log of this step.',
    '其中一次构建没有此步骤的日志。',
  ),
  fileMissing: text('One of the two builds has no pipeline file.', '其中一次构建没有流水线文件。'),
  logsFailed: text(
    (message: string) => `The logs cannot be compared: ${message}`,
    (message: string) => `无法比较日志：${message}`,
  ),
  moreLines: text(
    (count: number) => `${count} more kinds of lines`,
    (count: number) => `还有 ${count} 类行`,
  ),
  times: text(
    (count: number, other: number) =>
      other > 0 ? `${count} times, there ${other}` : `${count} times`,
    (count: number, other: number) =>
      other > 0 ? `${count} 次，另一份 ${other} 次` : `${count} 次`,
  ),
  file: text('Pipeline file', '流水线文件'),
  sameFile: text('Both builds have the same pipeline file.', '两个构建的流水线文件相同。'),
  fileTooDifferent: text(
    'The two files have too little in common to be compared.',
    '两个文件差异过大，无法比较。',
  ),
  removed: text('Removed:', '删除：'),
  inserted: text('Added:', '新增：'),
  failed: text('The builds cannot be compared', '无法比较这些构建'),
  missing: text(
    (build: number) => `There is no build #${build}`,
    (build: number) => `没有构建 #${build}`,
  ),
  missingHint: text('Choose another one above.', '请在上方选择另一个。'),
};
