import type { Revisions } from '@millrace/contract/api';
import { branchRef, tagRef } from '@millrace/pipeline/git-ref';
import type { Repo } from '../../../domain/repo.ts';
import type { Forge, ForgeTag, PastCommit } from '../../../forges/forge.ts';

type CommitJson = Revisions['commits'][number];
type TagJson = Revisions['tags'][number];

interface Deps {
  forge: Pick<Forge, 'findCommit' | 'listHistory' | 'listTags'>;
}

/** Newest commits of a branch, and newest tags. One page of every forge. */
const maxListed = 100;
const maxTitleLength = 250;
/** Shorter beginnings of a hash are often ambiguous. */
const hashPattern = /^[0-9a-f]{7,64}$/i;

/** Lists commits and tags that a person may choose for a build. */
export class RevisionReader {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async list(repo: Repo, branch: string, search: string): Promise<Revisions> {
    const { forge } = this.deps;
    const text = search.trim();
    const [history, tags] = await Promise.all([
      this.listHistory(repo, branch || repo.defaultBranch),
      forge.listTags(repo, maxListed),
    ]);
    const commits = history.map(toJson).filter(contains(text));
    const found = tags.map((tag) => tagToJson(tag, history)).filter(contains(text));
    const isFound = text === '' || commits.length > 0 || found.length > 0;
    return isFound ? { commits, tags: found } : this.findNamed(repo, text);
  }

  /** Lists from a hash, because the name could also be that of a tag. */
  private async listHistory(repo: Repo, branch: string): Promise<PastCommit[]> {
    const { forge } = this.deps;
    const head = await forge.findCommit(repo, branchRef(branch));
    return head ? forge.listHistory(repo, head.sha, maxListed) : [];
  }

  /** Finds an older commit by its hash, or an older tag by its whole name. */
  private async findNamed(repo: Repo, text: string): Promise<Revisions> {
    const { forge } = this.deps;
    const [commit, tagged] = await Promise.all([
      hashPattern.test(text) ? forge.findCommit(repo, text) : null,
      forge.findCommit(repo, tagRef(text)),
    ]);
    return {
      // A branch or tag may have a name that looks like a hash.
      commits: commit?.sha.startsWith(text.toLowerCase()) ? [toJson(commit)] : [],
      tags: tagged ? [{ ...toJson(tagged), name: text }] : [],
    };
  }
}

function toJson({ sha, message, authorName, committedSec }: PastCommit): CommitJson {
  return { sha, title: titleOf(message), author: authorName, committed: committedSec };
}

/** Takes what the forge does not list of a tag from the history of the branch. */
function tagToJson(tag: ForgeTag, history: readonly PastCommit[]): TagJson {
  const known: Partial<PastCommit> = history.find(({ sha }) => sha === tag.sha) ?? {};
  const { message, authorName, committedSec } = { ...known, ...tag };
  return {
    name: tag.name,
    sha: tag.sha,
    ...(message === undefined ? {} : { title: titleOf(message) }),
    ...(authorName === undefined ? {} : { author: authorName }),
    ...(committedSec === undefined ? {} : { committed: committedSec }),
  };
}

function titleOf(message: string): string {
  return (message.split('\n', 1)[0] ?? '').slice(0, maxTitleLength);
}

function contains(text: string): (revision: CommitJson | TagJson) => boolean {
  const wanted = text.toLowerCase();
  return ({ sha, title = '', author = '', ...tag }) => {
    const name = 'name' in tag ? tag.name : '';
    if (sha.startsWith(wanted)) return true;
    return [title, author, name].some((field) => field.toLowerCase().includes(wanted));
  };
}
