import { text } from '../lib/i18n/texts.ts';

/** Texts of the question before unsaved changes are lost. */
export const unsavedMessages = {
  question: text('Are you sure you want to leave without saving?', '确定要离开而不保存吗？'),
  detail: text('What you changed on this page is not saved yet.', '您在此页面上的更改尚未保存。'),
  leave: text('Leave', '离开'),
  discardQuestion: text(
    'Are you sure you want to discard what you typed?',
    '确定要放弃已输入的内容吗？',
  ),
  discard: text('Discard', '放弃'),
};
