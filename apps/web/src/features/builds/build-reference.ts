import type { Build } from '@millrace/contract/api';

interface BuildReference {
  isBranch: boolean;
  /** As people call it. */
  name: string;
  /** As the source host is asked for it: a branch by its name, all else by the reference as it is. */
  ref: string;
}

const branchPrefix = 'refs/heads/';
const tagPrefix = 'refs/tags/';

/** What a build was started for: a branch, a tag or a pull request; null where the server does not say. */
export function buildReference(build: Pick<Build, 'ref' | 'target'>): BuildReference | null {
  const { ref = '', target = '' } = build;
  if (ref === '' || ref.startsWith(branchPrefix)) {
    const name = target || ref.slice(branchPrefix.length);
    return name ? { isBranch: true, name, ref: name } : null;
  }
  return {
    isBranch: false,
    name: ref.startsWith(tagPrefix) ? ref.slice(tagPrefix.length) : ref,
    ref,
  };
}
