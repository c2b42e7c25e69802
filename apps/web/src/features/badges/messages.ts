import { text } from '../../lib/i18n/texts.ts';

/** Texts about badges. */
export const badgeMessages = {
  title: text('Badges', '徽章'),
  preview: text('Build status', '构建状态'),
  syntax: text('Syntax', '语法'),
  branch: text('Branch', '分支'),
  snippet: text('Snippet', '代码片段'),
};
