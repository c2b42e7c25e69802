import { requestsSkip } from '@millrace/build-rules';

/**
 * Returns whether an edit of a pull request may start a build: another target branch has other branch rules, and
 * a title with a skip marker has prevented a build.
 *
 * @param before former values of what was edited
 */
export function isEditBuilt(before: {
  target?: string | null | undefined;
  title?: string | null | undefined;
}): boolean {
  return Boolean(before.target) || requestsSkip(before.title ?? '');
}
