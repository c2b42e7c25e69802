import { LRUCache } from 'lru-cache';
import type { Forge } from '../../../forges/forge.ts';

const maxBytes = 20 * 1024 * 1024;
/** The newest commit of a branch may be this old. */
const maxAgeMs = 30_000;
/** Approximate overhead of an entry. */
const entryBytes = 200;

type Reads = Pick<Forge, 'readFile' | 'listFolder' | 'findCommit'>;

/** Remembers what was read from a forge for a while: a plan repeats the same reads at every keystroke. */
export function rememberReads(forge: Reads): Reads {
  return {
    readFile: remember(forge.readFile.bind(forge)),
    listFolder: remember(forge.listFolder.bind(forge)),
    findCommit: remember(forge.findCommit.bind(forge)),
  };
}

function remember<Repo extends { id: number; namespace: string; name: string }, Result>(
  read: (repo: Repo, ...args: string[]) => Promise<Result>,
): (repo: Repo, ...args: string[]) => Promise<Result> {
  const cache = new LRUCache<string, { result: Result }>({
    maxSize: maxBytes,
    ttl: maxAgeMs,
    sizeCalculation: ({ result }) => entryBytes + JSON.stringify(result).length,
  });
  return async (repo, ...args) => {
    const key = JSON.stringify([repo.id, repo.namespace, repo.name, ...args]);
    const known = cache.get(key);
    if (known) return known.result;
    const result = await read(repo, ...args);
    cache.set(key, { result });
    return result;
  };
}
