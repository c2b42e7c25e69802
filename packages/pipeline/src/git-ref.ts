const branchPrefix = 'refs/heads/';
const tagPrefix = 'refs/tags/';
const pullPattern = /^refs\/(?:pull|pull-requests|merge-requests)\/(\d+)\//;

/** A parsed git reference. For the kind `other`, `name` is the complete reference. */
export interface GitRef {
  kind: 'branch' | 'tag' | 'pull_request' | 'other';
  /** Name of the branch or tag, or number of the pull request. */
  name: string;
}

export function branchRef(name: string): string {
  return branchPrefix + name;
}

export function tagRef(name: string): string {
  return tagPrefix + name;
}

export function readRef(ref: string): GitRef {
  if (ref.startsWith(branchPrefix)) return { kind: 'branch', name: ref.slice(branchPrefix.length) };
  if (ref.startsWith(tagPrefix)) return { kind: 'tag', name: ref.slice(tagPrefix.length) };
  const number = pullPattern.exec(ref)?.[1];
  return number === undefined
    ? { kind: 'other', name: ref }
    : { kind: 'pull_request', name: number };
}
