import { text } from '../../lib/i18n/texts.ts';

/** Texts of the announcement above each page. */
export const bannerMessages = {
  isReadOnly: text('Read-only', '只读'),
  readOnlyAt: text(
    (time: string) => `Read-only from ${time}`,
    (time) => `${time} 起只读`,
  ),
  until: text(
    (time: string) => `until ${time}`,
    (time) => `至 ${time}`,
  ),
};
