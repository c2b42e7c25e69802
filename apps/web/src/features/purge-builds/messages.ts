import { text } from '../../lib/i18n/texts.ts';

/** Texts about the deletion of old builds. */
export const purgeMessages = {
  title: text('Old Builds', '旧构建'),
  hint: text(
    'Delete finished builds with their logs, files and test results.',
    '删除已结束的构建及其日志、文件和测试结果。',
  ),
  before: text('Delete builds before number', '删除此编号之前的构建'),
  action: text('Delete Builds', '删除构建'),
  question: text(
    (before: number) => `Delete the builds before #${before}?`,
    (before) => `删除 #${before} 之前的构建？`,
  ),
  detail: text(
    (slug: string, max: number) =>
      `${max === 1 ? 'At most 1 build' : `At most ${max.toLocaleString('en')} builds`} of ${slug}, with logs, files and test results, cannot be restored afterwards. Builds that have not finished stay.`,
    (slug, max) =>
      `${slug} 最多 ${max.toLocaleString('zh-CN')} 个构建及其日志、文件和测试结果将被删除且无法恢复。未结束的构建会保留。`,
  ),
  done: text('Builds have been deleted', '构建已删除'),
  failed: text(
    (message: string) => `Unable to delete builds: ${message}`,
    (message) => `无法删除构建：${message}`,
  ),
};
