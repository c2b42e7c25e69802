import { text } from '../lib/i18n/texts.ts';

/** Texts of filters. */
export const filterMessages = {
  title: text('Filters', '筛选'),
  button: text(
    (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
    (count) => (count === 0 ? '筛选' : `筛选（${count}）`),
  ),
  clear: text('Clear filters', '清除筛选'),
  done: text('Done', '完成'),
};
