import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type CacheId, digestOfCache } from '@millrace/build-host/caches/cache-id';
import type { CacheIndex } from '@millrace/build-host/caches/find-cache';
import { MeasuredContent } from '@millrace/build-host/files/measured-content';
import { badRequest } from '@millrace/contract/api-errors';
import type { FileContent } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import { makeFolder } from '@millrace/node-kit/make-folder';
import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';

const descriptionSchema = z.object({
  scope: z.string(),
  name: z.string(),
  paths: z.array(z.string()),
  size: z.int(),
  sha256: z.string(),
  /** Name of the file with the content. */
  content: z.string().check(z.regex(/^[0-9a-f-]{36}\.zst$/)),
  createdMs: z.int(),
});

/** A cache in a folder. */
export interface FolderCache extends z.output<typeof descriptionSchema> {
  lastUsedMs: number;
}

const description = '.json';
/** Longer than a build that writes a file takes. */
const leftoverMs = 24 * 3_600_000;

/**
 * The caches of one repository in a folder: for each a file with its content and one with its description, whose time of
 * change is that of the last use. The description is written last and removed first, with a rename, so that several
 * processes may use the folder.
 */
export class CacheFolder {
  private readonly folder: string;
  private readonly clock: Clock;

  constructor(folder: string, clock: Clock) {
    this.folder = folder;
    this.clock = clock;
  }

  /** Lists the caches, most recently used first. Deletes damaged descriptions. */
  async list(): Promise<FolderCache[]> {
    const caches: FolderCache[] = [];
    for (const name of await this.listFiles()) {
      if (!name.endsWith(description)) continue;
      const path = join(this.folder, name);
      const file = await readIfExists(path);
      if (!file) continue;
      const cache = parseJson(descriptionSchema, file.text);
      if (cache && name === fileOf(cache)) caches.push({ ...cache, lastUsedMs: file.changedMs });
      else await rm(path, { force: true });
    }
    return caches.sort((one, other) => other.lastUsedMs - one.lastUsedMs);
  }

  open({ content, size }: FolderCache): FileContent {
    return { size, read: () => createReadStream(join(this.folder, content)) };
  }

  /** Returns whether the content is that of the description. */
  async isIntact(cache: FolderCache): Promise<boolean> {
    const measured = new MeasuredContent({ size: cache.size, content: this.open(cache).read() });
    try {
      for await (const _ of measured);
    } catch {
      return false;
    }
    return measured.sha256 === cache.sha256;
  }

  async recordHit(cache: FolderCache): Promise<void> {
    const now = this.clock.nowMs() / 1000;
    await utimes(join(this.folder, fileOf(cache)), now, now).catch(unlessMissing(undefined));
  }

  /** Adds a cache. Throws if the content is not the expected one. */
  async add(
    cacheId: CacheId,
    { size, sha256, read }: FileContent & { sha256: string },
    signal: AbortSignal,
  ): Promise<void> {
    await makeFolder(this.folder);
    const content = `${randomUUID()}.zst`;
    const path = join(this.folder, content);
    const temporary = join(this.folder, `${randomUUID()}.tmp`);
    try {
      const measured = new MeasuredContent({ size, content: read() });
      await pipeline(measured, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
      if (measured.sha256 !== sha256) throw badRequest('The content does not match its SHA-256');
      const text = { ...cacheId, size, sha256, content, createdMs: this.clock.nowMs() };
      await writeFile(temporary, JSON.stringify(text), { flag: 'wx', mode: 0o600 });
      await rename(temporary, join(this.folder, fileOf(cacheId)));
    } catch (error) {
      await rm(path, { force: true });
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async delete(cache: FolderCache): Promise<void> {
    await rm(join(this.folder, fileOf(cache)), { force: true });
    await rm(join(this.folder, cache.content), { force: true });
  }

  /** Deletes caches that were not used since this time, and files of processes that were killed. */
  async deleteUnused(sinceMs: number): Promise<void> {
    const caches = await this.list();
    const used = caches.filter(({ lastUsedMs }) => lastUsedMs >= sinceMs);
    for (const cache of caches) if (!used.includes(cache)) await this.delete(cache);
    const known = new Set(used.flatMap((cache) => [cache.content, fileOf(cache)]));
    const before = this.clock.nowMs() - leftoverMs;
    for (const name of await this.listFiles()) {
      const path = join(this.folder, name);
      if (!known.has(name) && (await changedMsOf(path)) < before) await rm(path, { force: true });
    }
  }

  private async listFiles(): Promise<string[]> {
    return readdir(this.folder).catch(unlessMissing([]));
  }
}

/** Returns these caches for a lookup. */
export function indexOf(caches: readonly FolderCache[]): CacheIndex<FolderCache> {
  const newestFirst = caches.toSorted((one, other) => other.createdMs - one.createdMs);
  const arePaths = (paths: readonly string[]) => {
    const text = JSON.stringify(paths);
    return (cache: FolderCache) => JSON.stringify(cache.paths) === text;
  };
  return {
    find: async (cacheId) => caches.find((cache) => fileOf(cache) === fileOf(cacheId)),
    findByPrefix: async ({ scope, name, paths }) =>
      newestFirst
        .filter((cache) => cache.scope === scope && cache.name.startsWith(name))
        .find(arePaths(paths)),
    listScopes: async (name) =>
      caches.filter((cache) => cache.name === name).map(({ scope }) => scope),
  };
}

function fileOf(cacheId: CacheId): string {
  return `${digestOfCache(cacheId)}${description}`;
}

async function readIfExists(path: string) {
  try {
    return { text: await readFile(path, 'utf8'), changedMs: await changedMsOf(path) };
  } catch (error) {
    return unlessMissing(undefined)(error);
  }
}

/** Another process may delete a file at any time. */
async function changedMsOf(path: string): Promise<number> {
  return stat(path).then(({ mtimeMs }) => mtimeMs, unlessMissing(Number.POSITIVE_INFINITY));
}

function unlessMissing<Value>(value: Value) {
  return (error: unknown): Value => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return value;
    throw error;
  };
}
