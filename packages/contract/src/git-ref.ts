const branchPrefix = 'refs/heads/';
const tagPrefix = 'refs/tags/';
const pullPattern = /^refs\/(?:pull|pull-requests|merge-requests)\/(\d+)\//;

/** What a full reference of git names; the kind `other` has its reference as it is. */
export interface GitRef {
  kind: 'branch' | 'tag' | 'pull_request' | 'other';
  /** The name of a branch or a tag, the number of a pull request. */
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
