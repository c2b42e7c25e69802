import { text } from '../lib/i18n/texts.ts';

/** Texts of fields with suggestions. */
export const comboboxMessages = {
  clear: text('Clear', '清除'),
  suggestions: text('Suggestions', '建议'),
};
