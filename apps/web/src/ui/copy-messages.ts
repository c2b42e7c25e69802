import { text } from '../lib/i18n/texts.ts';

/** Texts about the clipboard. */
export const copyMessages = {
  copyRefused: text(
    'Your browser does not let the page copy. Select the text and copy it yourself.',
    '浏览器不允许页面复制，请选中文本后自行复制。',
  ),
};
