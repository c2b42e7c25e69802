import type { Deliveries } from './fake-test-forge.ts';
import type { Account, Commit, Repository, World } from './world.ts';

interface ApiCommit {
  branch: string;
  /** Hash at which the branch is created. Empty for an existing branch. */
  start: string;
  path: string;
  text: string;
  message: string;
  /** Hash of the commit, if the forge has chosen it before. */
  sha?: string;
}

/** Adds a commit that a call of the API makes, and delivers it without waiting for the response. */
export function commitByApi(
  world: World,
  deliveries: Pick<Deliveries, 'push'>,
  repository: Repository,
  account: Account,
  { branch, start, path, text, message, sha }: ApiCommit,
): Commit {
  const ref = `refs/heads/${branch}`;
  const before = repository.refs.get(ref) ?? '0'.repeat(40);
  if (start) repository.refs.set(ref, start);
  const commit = world.commit(account, repository, branch, { [path]: text }, message, sha);
  void deliveries.push(repository, account, { ref, before, after: commit.sha });
  return commit;
}
