import type { Build } from '@millrace/contract/api';

/** Returns the commit message without its first line, unless the build has another title. */
export function commitBody({ title = '', message }: Pick<Build, 'title' | 'message'>): string {
  const text = (message ?? '').trim();
  const [first = '', ...rest] = text.split('\n');
  return !title.trim() || first.trim() === title.trim() ? rest.join('\n').trim() : text;
}
