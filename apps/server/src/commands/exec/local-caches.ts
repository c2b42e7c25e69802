import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { formatSize } from '@millrace/contract/format-size';
import type { CacheAnswer, CacheQuery, FileContent } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import { errorMessage } from '@millrace/node-kit/error-message';
import type { Environment } from '../../config/read-variable.ts';
import type { CacheLimits } from '../../domain/cache-limits.ts';
import type { CachePlace } from '../../domain/cache-place.ts';
import type { CacheScopes } from '../../domain/cache-scope.ts';
import { explainMiss, findCache } from '../../domain/find-cache.ts';
import { findDisplaced } from '../../domain/make-room.ts';
import { AppError, notFound } from '../../shared/errors.ts';
import { CacheFolder, type FolderCache, indexOf } from './cache-folder.ts';
import type { WorkingTree } from './working-tree.ts';

interface Deps {
  /** Contains a folder for each repository. */
  folder: string;
  /** Name of the folder of the repository. */
  repository: string;
  limits: CacheLimits;
  clock: Clock;
}

interface Lookup {
  place: CachePlace;
  isComplete: boolean;
  found: FolderCache | undefined;
}

interface FindOptions {
  scopes: CacheScopes;
  /** Called for each cache that is damaged, which is deleted. */
  onDamaged: (name: string) => void;
}

const dayMs = 86_400_000;

/** Caches of the user, which `millrace exec` keeps between its runs, with the keys and scopes that they have on a server. */
export class LocalCaches {
  private readonly deps: Deps;
  private readonly caches: CacheFolder;
  private readonly lookups: Lookup[] = [];
  private expired: Promise<void> | undefined;

  constructor(deps: Deps) {
    this.deps = deps;
    this.caches = new CacheFolder(join(deps.folder, deps.repository), deps.clock);
  }

  async find(query: CacheQuery, options: FindOptions): Promise<CacheAnswer> {
    try {
      this.expired ??= this.expire();
      await this.expired;
      return await this.search(query, options);
    } catch (error) {
      throw new AppError(400, `caches cannot be read: ${errorMessage(error)}`);
    }
  }

  load(number: number): FileContent {
    const { found } = this.lookupOf(number);
    if (!found) throw notFound('This lookup found no cache');
    return this.caches.open(found);
  }

  /** Stores a cache under the key of a lookup, and deletes the least recently used ones beyond the quota. */
  async save(
    number: number,
    content: FileContent & { sha256: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { limits } = this.deps;
    const { place, isComplete } = this.lookupOf(number);
    const { size } = content;
    if (!isComplete) throw new AppError(400, 'The key of the cache is incomplete');
    const caches = await this.caches.list();
    if (await indexOf(caches).find(place)) return;
    const displaced = findDisplaced({ ...place, size }, { caches, repoBytes: limits.repoBytes });
    if (size > limits.entryBytes || !displaced) {
      const limit = formatSize(Math.min(limits.entryBytes, limits.repoBytes));
      throw new AppError(413, `It has ${formatSize(size)}, and the limit is ${limit}`);
    }
    await this.caches.add(place, content, signal);
    for (const cache of displaced) await this.caches.delete(cache);
  }

  private async search(query: CacheQuery, { scopes, onDamaged }: FindOptions) {
    const search = { ...query, scopes };
    const isComplete = query.missingFiles.length === 0;
    let caches = await this.caches.list();
    let found = isComplete ? await findCache(indexOf(caches), search) : undefined;
    while (found && !(await this.caches.isIntact(found))) {
      const damaged = found;
      onDamaged(damaged.name);
      await this.caches.delete(damaged);
      caches = caches.filter((cache) => cache !== damaged);
      found = await findCache(indexOf(caches), search);
    }
    if (found) await this.caches.recordHit(found);
    const reason = isComplete ? await explainMiss(indexOf(caches), search) : 'missing_file';
    const place = { scope: scopes.write, name: query.key, paths: query.paths };
    const lookup = this.lookups.push({ place, isComplete, found }) - 1;
    return {
      lookup,
      maxBytes: this.deps.limits.entryBytes,
      found: found ? describe(found, query.key) : null,
      reason: found ? null : reason,
    };
  }

  /** Deletes caches of all repositories that were not used for the retention time. */
  private async expire(): Promise<void> {
    const { folder, clock, limits } = this.deps;
    if (limits.days === 0) return;
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      const caches = new CacheFolder(join(folder, name), clock);
      await caches.deleteUnused(clock.nowMs() - limits.days * dayMs);
    }
  }

  private lookupOf(number: number): Lookup {
    const lookup = this.lookups[number];
    if (!lookup) throw notFound('There is no such lookup');
    return lookup;
  }
}

function describe({ name, scope, size, sha256 }: FolderCache, key: string): CacheAnswer['found'] {
  return { key: name, scope, size, sha256, isExact: name === key };
}

/** Returns the folder for the caches of all repositories. */
export function cacheFolderOf({ XDG_CACHE_HOME = '' }: Environment): string {
  const parent = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache');
  return join(parent, 'millrace', 'caches');
}

/** Returns the name of a repository's folder. Clones of the same remote share their caches. */
export function repositoryFolderOf({ remote: { slug, link }, root }: WorkingTree): string {
  const digest = createHash('sha256')
    .update(link || root)
    .digest('hex');
  const name = (slug ?? '').replace(/[^\w.-]+/g, '_').slice(0, 100);
  return `${name}-${digest.slice(0, 16)}`;
}
