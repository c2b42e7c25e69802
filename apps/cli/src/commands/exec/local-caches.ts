import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { Readable } from 'node:stream';
import type { CacheId } from '@millrace/build-host/caches/cache-id';
import type { CacheLimits } from '@millrace/build-host/caches/cache-limits';
import type { CacheScopes } from '@millrace/build-host/caches/cache-scope';
import { explainMiss, findCache } from '@millrace/build-host/caches/find-cache';
import { findEvicted } from '@millrace/build-host/caches/make-room';
import type { ReplayLookup } from '@millrace/contract/api';
import { AppError, missing } from '@millrace/contract/api-errors';
import { formatSize } from '@millrace/contract/format-size';
import type { CacheAnswer, CacheQuery, FileContent } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import { errorMessage } from '@millrace/node-kit/error-message';
import type { Environment } from '@millrace/node-kit/settings/read-settings';
import { CacheFolder, type FolderCache, indexOf } from './cache-folder.ts';
import type { WorkingTree } from './working-tree.ts';

interface Deps {
  /** Contains a folder for each repository. */
  folder: string;
  /** Name of the folder of the repository. */
  repository: string;
  limits: CacheLimits;
  clock: Clock;
  /** Caches of the build that is replayed. */
  ofBuild?: CachesOfBuild | undefined;
}

/** Caches that the steps of a build looked up on the server. */
export interface CachesOfBuild {
  lookups: readonly ReplayLookup[];
  /** Downloads a cache; returns the reason if it does not exist. */
  fetch: (id: number) => Promise<ReadableStream<Uint8Array> | string>;
}

interface Lookup {
  cacheId: CacheId;
  isComplete: boolean;
  found: FolderCache | undefined;
}

interface FindOptions {
  scopes: CacheScopes;
  /** Name of the step. */
  step: string;
  /** Called for each cache that is damaged or fetched from the server. */
  onNote: (text: string) => void;
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
    if (!found) throw missing('This lookup found no cache');
    return this.caches.open(found);
  }

  /** Deletes the damaged cache that a lookup found. */
  async discard(number: number): Promise<void> {
    const { found } = this.lookupOf(number);
    if (found) await this.caches.delete(found);
  }

  /** Stores a cache under the key of a lookup, and deletes the least recently used ones beyond the quota. */
  async save(
    number: number,
    content: FileContent & { sha256: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { cacheId, isComplete } = this.lookupOf(number);
    if (!isComplete) throw new AppError(400, 'The key of the cache is incomplete');
    await this.store(cacheId, content, signal);
  }

  private async store(
    cacheId: CacheId,
    content: FileContent & { sha256: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { limits } = this.deps;
    const { size } = content;
    const caches = await this.caches.list();
    if (await indexOf(caches).find(cacheId)) return;
    const evicted = findEvicted({ ...cacheId, size }, { caches, repoBytes: limits.repoBytes });
    if (size > limits.entryBytes || !evicted) {
      const limit = formatSize(Math.min(limits.entryBytes, limits.repoBytes));
      throw new AppError(413, `It has ${formatSize(size)}, and the limit is ${limit}`);
    }
    await this.caches.add(cacheId, content, signal);
    for (const cache of evicted) await this.caches.delete(cache);
  }

  private async search(query: CacheQuery, options: FindOptions): Promise<CacheAnswer> {
    const { scopes, onNote } = options;
    const isComplete = query.missingFiles.length === 0;
    const ofBuild = isComplete ? await this.fetchOfBuild(query, options) : undefined;
    // The step sees the cache that it saw in the build, and not a better one of this machine.
    const search = ofBuild
      ? { ...query, ...ofBuild, restoreKeys: [], scopes: { ...scopes, read: [ofBuild.scope] } }
      : { ...query, scopes };
    let caches = await this.caches.list();
    let found = isComplete ? await findCache(indexOf(caches), search) : undefined;
    while (found && !(await this.caches.isIntact(found))) {
      const damaged = found;
      onNote(`Cache ${damaged.name} is damaged and was deleted`);
      await this.caches.delete(damaged);
      caches = caches.filter((cache) => cache !== damaged);
      found = await findCache(indexOf(caches), search);
    }
    if (found) await this.caches.recordHit(found);
    const reason = isComplete ? await explainMiss(indexOf(caches), search) : 'missing_file';
    const cacheId = { scope: scopes.write, name: query.key, paths: query.paths };
    const lookup = this.lookups.push({ cacheId, isComplete, found }) - 1;
    return {
      lookup,
      maxBytes: this.deps.limits.entryBytes,
      found: found ? describe(found, query.key) : null,
      reason: found ? null : reason,
    };
  }

  /** Fetches the cache that the step found in the build, unless it is on this machine; undefined if it found none. */
  private async fetchOfBuild(
    { key, paths }: CacheQuery,
    { step, onNote }: FindOptions,
  ): Promise<{ key: string; scope: string } | undefined> {
    const { ofBuild } = this.deps;
    const lookup = ofBuild?.lookups.find(
      (each) =>
        each.step === step && each.key === key && each.paths.join('\0') === paths.join('\0'),
    );
    if (!ofBuild || !lookup?.found) return undefined;
    const { id, scope, size, sha256, key: name } = lookup.found;
    const cacheId = { scope, name, paths };
    const known = await indexOf(await this.caches.list()).find(cacheId);
    if (known?.sha256 === sha256) return { key: name, scope };
    const archive = await ofBuild.fetch(id);
    if (typeof archive === 'string') {
      onNote(`Cache ${name} of the build is not available: ${archive}`);
      return undefined;
    }
    if (known) await this.caches.delete(known);
    const content = { size, sha256, read: () => Readable.fromWeb(archive) };
    await this.store(cacheId, content, new AbortController().signal);
    onNote(`Cache ${name} of the build was fetched from the server: ${formatSize(size)}`);
    return { key: name, scope };
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
    if (!lookup) throw missing('There is no such lookup');
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
export function repositoryFolderOf({ remote: { slug, link, httpUrl } }: WorkingTree): string {
  const digest = createHash('sha256')
    .update(link || httpUrl)
    .digest('hex');
  const name = (slug ?? '').replace(/[^\w.-]+/g, '_').slice(0, 100);
  return `${name}-${digest.slice(0, 16)}`;
}
