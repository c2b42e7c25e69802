import { text } from '../../lib/i18n/texts.ts';

/** Texts of the list of many stages. */
export const groupedStagesMessages = {
  search: text('Search stages and steps', '搜索阶段和步骤'),
  onlyFailed: text('Only failed', '仅失败'),
  found: text(
    (count: number) => (count === 1 ? '1 stage found' : `${count} stages found`),
    (count) => `找到 ${count} 个阶段`,
  ),
  succeeded: text(
    (count: number) => `${count} succeeded`,
    (count) => `${count} 个成功`,
  ),
  counted: text('succeeded', '成功'),
};
