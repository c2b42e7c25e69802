import type { Build } from '@millrace/contract/api';
import { readRef } from '@millrace/pipeline/git-ref';

interface BuildReference {
  isBranch: boolean;
  /** Short name for display. */
  name: string;
  /** Format that the forge expects: the name for a branch, else the full ref. */
  ref: string;
}

const commitPattern = /^[0-9a-f]{40,64}$/;

/** Returns the branch, tag or pull request of a build; null if it has none, or the server does not report it. */
export function buildReference(build: Pick<Build, 'ref' | 'target'>): BuildReference | null {
  const { ref = '', target = '' } = build;
  if (commitPattern.test(ref)) return null;
  const read = readRef(ref);
  if (ref === '' || read.kind === 'branch') {
    const name = target || read.name;
    return name ? { isBranch: true, name, ref: name } : null;
  }
  return { isBranch: false, name: read.kind === 'tag' ? read.name : ref, ref };
}
