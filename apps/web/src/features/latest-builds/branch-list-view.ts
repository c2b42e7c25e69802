import type { Build } from '@millrace/contract/api';
import { hasText } from '../../lib/has-text.ts';

/**
 * Filters branches by name or author. The default branch is first; the others are sorted by their latest
 * build.
 */
export function listBranchBuilds(
  builds: readonly Build[],
  defaultBranch: string | undefined,
  text: string,
): Build[] {
  const isOther = ({ target }: Build) => Number(target !== defaultBranch);
  return builds
    .filter(({ target, author_login }) => hasText(target, text) || hasText(author_login, text))
    .sort((a, b) => isOther(a) - isOther(b) || b.created - a.created || b.number - a.number);
}
