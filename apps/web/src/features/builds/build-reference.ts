import type { Build } from '@millrace/contract/api';
import { readRef } from '@millrace/contract/git-ref';

interface BuildReference {
  isBranch: boolean;
  /** As people call it. */
  name: string;
  /** As the source host is asked for it: a branch by its name, all else by the reference as it is. */
  ref: string;
}

/** What a build was started for: a branch, a tag or a pull request; null where the server does not say. */
export function buildReference(build: Pick<Build, 'ref' | 'target'>): BuildReference | null {
  const { ref = '', target = '' } = build;
  const read = readRef(ref);
  if (ref === '' || read.kind === 'branch') {
    const name = target || read.name;
    return name ? { isBranch: true, name, ref: name } : null;
  }
  return { isBranch: false, name: read.kind === 'tag' ? read.name : ref, ref };
}
