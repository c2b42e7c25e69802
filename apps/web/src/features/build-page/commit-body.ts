import type { Build } from '@millrace/contract/api';

/** Longer titles may not fit into the lines of the heading on a phone. */
const maxTitleLength = 80;

/** Returns the commit message, without its first line if that is the title of the build and fits. */
export function commitBody({ title = '', message }: Pick<Build, 'title' | 'message'>): string {
  const text = (message ?? '').trim();
  const [first = '', ...rest] = text.split('\n');
  const isTitle = !title.trim() || first.trim() === title.trim();
  return isTitle && first.length <= maxTitleLength ? rest.join('\n').trim() : text;
}
