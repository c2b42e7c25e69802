import type { Build } from '@millrace/contract/api';

/** Returns the commit message without the line that is the build's title; empty if there is no more. */
export function commitBody({ title = '', message }: Pick<Build, 'title' | 'message'>): string {
  const text = (message ?? '').trim();
  const [first = '', ...rest] = text.split('\n');
  return !title.trim() || first.trim() === title.trim() ? rest.join('\n').trim() : text;
}
