import { truncateText } from '@millrace/node-kit/truncate-text';

const titleLimit = 2000;

/** Splits a commit message into its first line and the whole text, as builds show them. */
export function splitMessage(text: string): { title: string; message: string } {
  const message = truncateText(text.trim(), titleLimit);
  return { title: message.split('\n', 1)[0] ?? '', message };
}
