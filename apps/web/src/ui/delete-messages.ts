import { text } from '../lib/i18n/texts.ts';

/** Texts of buttons that delete an item of a list. */
export const deleteMessages = {
  deleteNamed: text(
    (name: string) => `Delete ${name}`,
    (name) => `删除 ${name}`,
  ),
};
