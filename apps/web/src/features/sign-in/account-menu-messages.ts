import { text } from '../../lib/i18n/texts.ts';

/** Texts of the choices in the account menu. */
export const accountMenuMessages = {
  theme: text('Theme', '主题'),
  themes: {
    system: text('System', '跟随系统'),
    light: text('Light', '浅色'),
    dark: text('Dark', '深色'),
  },
  language: text('Language', '语言'),
};
