import { text } from '../lib/i18n/texts.ts';

/** Texts of tables. */
export const tableMessages = {
  none: text('–', '–'),
  more: text('Show more', '显示更多'),
  noMatch: text('Nothing matches the filter.', '没有符合筛选条件的内容。'),
  shown: text(
    (shown: number, all: number) =>
      shown < all ? `${shown} of ${all} are shown.` : `${all} in total.`,
    (shown, all) => (shown < all ? `显示 ${shown} / ${all} 项。` : `共 ${all} 项。`),
  ),
};
