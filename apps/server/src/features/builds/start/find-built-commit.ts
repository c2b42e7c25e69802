import { unknownFork } from '@millrace/build-host/builds/is-of-fork';
import { badRequest, missing } from '@millrace/contract/api-errors';
import { fieldMessages } from '@millrace/contract/field-messages';
import { branchRef, readRef } from '@millrace/pipeline/git-ref';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { BuildStore } from '../../../builds/build-store.ts';
import { requireFindable } from '../../../domain/found-by.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { Forge, ForgeCommit } from '../../../forges/forge.ts';
import { checkIfUnseen } from '../../../forges/remote/check-if-unseen.ts';
import type { ReposPort } from '../../repos/port.ts';

interface Deps {
  forge: Pick<Forge, 'findCommit' | 'listCommits' | 'hasOnlyOwnCommits'>;
  builds: Pick<BuildStore, 'listOrigins'>;
  reposPort: Pick<ReposPort, 'checkRepo'>;
}

/** Commit and branch of a build that a person or a cron job starts. */
export type BuiltCommit = Pick<
  BuildRequest,
  'commit' | 'ref' | 'target' | 'sourceRepo' | 'warnings'
>;

/**
 * Finds the newest commit of a branch, a named commit, or the commit of a tag, given as `refs/tags/NAME`. A commit that is not on the branch has none: limits of secrets,
 * caches and conditions ask for the branch, and a caller could otherwise name any.
 */
export async function findBuiltCommit(
  { forge, builds, reposPort }: Deps,
  repo: Repo,
  branch: string,
  hash: string,
): Promise<BuiltCommit> {
  if (readRef(branch).kind === 'tag')
    return findTaggedCommit({ forge, reposPort }, repo, branch, hash);
  const ref = branchRef(branch);
  requireFindable({ ref, target: branch });
  const find = (revision: string) =>
    checkIfUnseen(reposPort.checkRepo, repo, () => forge.findCommit(repo, revision));
  const head = await find(ref);
  if (!hash) {
    if (!head) throw missing(fieldMessages.noBranch(branch));
    return { commit: head, ref, target: branch };
  }
  const commit = await find(hash);
  if (!commit) throw missing(fieldMessages.noCommit(hash));
  if (head && (await isContained(forge, repo, commit, head)))
    return { commit, ref, target: branch };
  const sourceRepo = await findSourceRepo({ forge, builds }, repo, commit);
  return {
    commit,
    ref: commit.sha,
    target: '',
    ...(sourceRepo === undefined ? {} : { sourceRepo }),
    warnings: [describeMissingBranch(commit, branch, sourceRepo)],
  };
}

/** Finds the commit of a tag. Its build has no branch, as one that a push of the tag starts. */
async function findTaggedCommit(
  { forge, reposPort }: Pick<Deps, 'forge' | 'reposPort'>,
  repo: Repo,
  ref: string,
  hash: string,
): Promise<BuiltCommit> {
  requireFindable({ ref, target: '' });
  const { name } = readRef(ref);
  const commit = await checkIfUnseen(reposPort.checkRepo, repo, () => forge.findCommit(repo, ref));
  if (!commit) throw missing(fieldMessages.noTag(name));
  if (hash && hash !== commit.sha) {
    throw badRequest(`The tag ${name} is at the commit ${commit.sha}, not at ${hash}`);
  }
  return { commit, ref, target: '' };
}

/** Returns the fork that a commit is from; undefined for one of the repository itself. */
async function findSourceRepo(
  { forge, builds }: Pick<Deps, 'forge' | 'builds'>,
  repo: Repo,
  commit: ForgeCommit,
): Promise<string | undefined> {
  if (forge.hasOnlyOwnCommits) return undefined;
  const origins = await builds.listOrigins(repo.id, commit.sha);
  if (origins.some(({ event, sourceRepo }) => event !== 'pull_request' || sourceRepo === repo.slug))
    return undefined;
  const usual = await forge.findCommit(repo, branchRef(repo.defaultBranch));
  if (usual && (await isContained(forge, repo, commit, usual))) return undefined;
  return origins[0]?.sourceRepo || unknownFork(repo.slug);
}

/** Returns whether a commit is `head` or an ancestor of it; false if that is not known. */
async function isContained(
  forge: Pick<Forge, 'listCommits'>,
  repo: Repo,
  commit: ForgeCommit,
  head: ForgeCommit,
): Promise<boolean> {
  if (commit.sha === head.sha) return true;
  return (await forge.listCommits(repo, head.sha, commit.sha, 1))?.length === 0;
}

function describeMissingBranch(
  { sha }: ForgeCommit,
  branch: string,
  sourceRepo: string | undefined,
): string {
  const start = `The commit ${sha.slice(0, 8)} is not on the branch ${branch}, so the build has no branch`;
  return sourceRepo === undefined ? start : `${start} and is treated as one of a fork`;
}
