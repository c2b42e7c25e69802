interface Commit {
  sha: string;
  parents: readonly string[];
}

/**
 * Lists the commits of a branch after `before` up to `after`, oldest first. Only first parents are followed, so that a
 * merge counts as one change: the commits inside it were never on the branch. Undefined if they do not lead to
 * `before`, because the branch was rewritten or the list is incomplete.
 */
export function listFirstParents<Item extends Commit>(
  commits: readonly Item[],
  before: string,
  after: string,
): Item[] | undefined {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const listed: Item[] = [];
  let sha: string | undefined = after;
  while (sha !== before) {
    const commit: Item | undefined = sha === undefined ? undefined : bySha.get(sha);
    if (!commit) return undefined;
    listed.push(commit);
    // Each commit is followed once, so that a faulty answer cannot lead around in a circle.
    bySha.delete(commit.sha);
    sha = commit.parents[0];
  }
  return listed.reverse();
}
