/** A test name, with the id of its test in results. */
export interface IndexedName {
  id: number;
  /** Suite and name of the test. */
  text: string;
}

export type NameRequest = { repoId: number } & (
  | { kind: 'last' }
  | { kind: 'add'; names: readonly IndexedName[] }
  | { kind: 'search'; words: string }
);

/** Last id in the index, or the ids found by a search, ascending. */
export type NameAnswer = number | Uint32Array;

interface RepoNames {
  lastId: number;
  /** Lower-case names, by id. */
  texts: Map<number, string>;
}

/** Maximum number of repositories in memory. */
const maxRepos = 4;

/** Index of test names of the repositories searched most recently. Runs in a worker thread. */
export class NameIndex {
  private readonly repos = new Map<number, RepoNames>();

  answer(request: NameRequest): NameAnswer {
    const names = this.namesOf(request.repoId);
    if (request.kind === 'search') return search(names, request.words);
    if (request.kind === 'add') {
      for (const { id, text } of request.names) {
        names.texts.set(id, text.toLowerCase());
        names.lastId = Math.max(names.lastId, id);
      }
    }
    return names.lastId;
  }

  private namesOf(repoId: number): RepoNames {
    const names = this.repos.get(repoId) ?? { lastId: 0, texts: new Map() };
    // A map is ordered by insertion, so the first repository is the least recently searched one.
    this.repos.delete(repoId);
    this.repos.set(repoId, names);
    const [oldest] = this.repos.keys();
    if (this.repos.size > maxRepos && oldest !== undefined) this.repos.delete(oldest);
    return names;
  }
}

function search({ texts }: RepoNames, words: string): Uint32Array {
  const searched = words.toLowerCase();
  const found = new Uint32Array(texts.size);
  let count = 0;
  for (const [id, text] of texts) if (text.includes(searched)) found[count++] = id;
  return found.slice(0, count).sort();
}
