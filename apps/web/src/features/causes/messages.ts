import { text } from '../../lib/i18n/texts.ts';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Texts of the pages about causes of failures. */
export const causeMessages = {
  title: text('Causes', '失败原因'),
  loadFailed: text('The causes could not be loaded', '无法加载失败原因'),
  search: text('Error text', '错误文本'),
  find: text('Find builds', '查找构建'),
  week: text(
    (day: string) => `Week of ${day}`,
    (day) => `${day} 所在周`,
  ),
  previousWeek: text('Previous week', '上一周'),
  nextWeek: text('Next week', '下一周'),
  failures: text(
    (number: number) => count(number, 'failure', 'failures'),
    (number) => `${number.toLocaleString('zh-CN')} 次失败`,
  ),
  recovered: text(
    (number: number) => `${number.toLocaleString('en')} passed on a second attempt`,
    (number) => `${number.toLocaleString('zh-CN')} 次在重试后通过`,
  ),
  lost: text(
    (minutes: number) => `${count(minutes, 'minute', 'minutes')} lost`,
    (minutes) => `损失 ${minutes.toLocaleString('zh-CN')} 分钟`,
  ),
  causes: text('Causes', '原因'),
  isNew: text('new', '新'),
  gone: text('Failed in the week before, but not in this week', '上一周失败，本周未失败'),
  empty: text('No causes', '没有失败原因'),
  emptyDetail: text(
    'No step failed in this week. Failures are listed some seconds after the end of a build.',
    '本周没有步骤失败。构建结束几秒后会列出失败。',
  ),
  /** Shown for a failure without a text. */
  unknown: text('Without output', '无输出'),
  issue: text('Issue', '问题'),
  causeFailed: text('The cause could not be loaded', '无法加载该原因'),
  step: text(
    (name: string) => `Step ${name}`,
    (name) => `步骤 ${name}`,
  ),
  since: text('First seen in', '首次出现于'),
  withCommit: text('with commit', '提交'),
  lastSeen: text('last seen', '最近出现'),
  weeks: text('Failures by week', '每周失败次数'),
  weekTotal: text(
    (day: string, failures: number) => `Week of ${day}: ${count(failures, 'failure', 'failures')}`,
    (day, failures) => `${day} 所在周：${failures} 次失败`,
  ),
  others: text('Also in', '还出现在'),
  settings: text('Settings', '设置'),
  name: text('Name', '名称'),
  nameHint: text(
    'Shown instead of the error line in this repository.',
    '在此仓库中代替错误行显示。',
  ),
  issueUrl: text('Issue URL', '问题链接'),
  issueInvalid: text('Enter an http or https URL.', '请输入 http 或 https 链接。'),
  retry: text('Retry once', '重试一次'),
  retryHint: text(
    'If all failures of a build have such causes, its failed stages run again once. Deployments are never retried.',
    '如果构建的所有失败都属于此类原因，其失败的阶段会自动重新运行一次。部署从不重试。',
  ),
  saved: text('Cause has been saved', '已保存原因'),
  saveFailed: text(
    (message: string) => `Unable to save the cause: ${message}`,
    (message) => `无法保存原因：${message}`,
  ),
  builds: text('Builds', '构建'),
  noBuilds: text('No builds', '没有构建'),
  noBuildsDetail: text(
    'The builds with this failure have been deleted.',
    '出现此失败的构建已被删除。',
  ),
  attempt: text(
    (number: number) => `attempt ${number}`,
    (number) => `第 ${number} 次尝试`,
  ),
  passedLater: text('passed on a second attempt', '重试后通过'),
};
