import { text } from '../../lib/i18n/texts.ts';

/** Texts about summaries of steps. */
export const summaryMessages = {
  of: text(
    (stage: string, step: string) => `Summary of ${stage}, ${step}`,
    (stage: string, step: string) => `${stage}、${step} 的摘要`,
  ),
  failed: text(
    (message: string) => `Unable to read the summary: ${message}`,
    (message: string) => `无法读取摘要：${message}`,
  ),
  plain: text(
    'This summary is too complex to format, so it is shown as plain text.',
    '此摘要过于复杂，无法排版，因此以纯文本显示。',
  ),
};
