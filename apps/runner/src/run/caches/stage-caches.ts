import { join } from 'node:path';
import type { CacheMissReason } from '@millrace/contract/cache';
import { formatSize } from '@millrace/contract/format-size';
import type { CacheDeclaration } from '@millrace/contract/pipeline';
import { type CacheAnswer, FileRefusal } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import { errorMessage } from '@millrace/node-kit/error-message';
import { IncompleteUnpack, type WorkspaceFiles } from '../../engines/engine.ts';
import type { StageReporter } from '../stage-reporter.ts';
import { copyArchives, folderOf } from './copy-archive.ts';
import { evaluateKey, readChecksums } from './evaluate-key.ts';
import {
  contentOf,
  inSpoolFolder,
  readCompressed,
  writeCompressed,
  writeDownload,
} from './spool.ts';

/** The running step that restores or stores caches. */
export interface CacheStep {
  stepId: number;
  files: WorkspaceFiles;
  reporter: StageReporter;
  clock: Clock;
  /** Adds a line to the step's log. */
  addNote(line: string): void | Promise<void>;
  /** Ends the work; the promise then rejects. */
  signal: AbortSignal;
}

interface Lookup extends CacheAnswer {
  key: string;
}

const reasons: Record<CacheMissReason, string> = {
  missing_file: 'a file of its checksum is missing',
  other_paths: 'it was stored for other paths',
  other_scope: 'only another branch or pull request has it',
  no_entry: 'no build has stored it',
};

/** Restores and stores the caches of a stage. A failure is reported in the log, and the stage continues. */
export class StageCaches {
  /** Lookups of the caches that were to be restored, which permit to store them. */
  private readonly lookups = new Map<CacheDeclaration, Lookup>();

  /** @throws IncompleteUnpack if some files of a cache may be in the workspace */
  async restore(caches: readonly CacheDeclaration[], step: CacheStep): Promise<void> {
    for (const cache of caches) {
      await attempt(step, 'restored', () => this.restoreOne(cache, step));
    }
  }

  async save(caches: readonly CacheDeclaration[], step: CacheStep): Promise<void> {
    for (const cache of caches) await attempt(step, 'stored', () => this.saveOne(cache, step));
  }

  private async restoreOne(cache: CacheDeclaration, step: CacheStep): Promise<void> {
    const lookup = await this.find(cache, step);
    if (!lookup) return;
    const { key, found, reason } = lookup;
    if (!found) {
      await step.addNote(`[millrace] Cache ${key} not found: ${reasons[reason ?? 'no_entry']}`);
      return;
    }
    for (const path of cache.paths) {
      if (await step.files.has(path)) throw new Error(`${path} exists already`);
    }
    const startedMs = step.clock.nowMs();
    await this.load(cache, lookup, found, step);
    const name = found.isExact ? key : `${key} not found; ${found.key}`;
    const size = formatSize(found.size);
    const time = secondsSince(startedMs, step.clock);
    await step.addNote(
      `[millrace] Cache ${name} restored from ${found.scope}: ${size} in ${time} s`,
    );
  }

  /** Evaluates the key and asks the server for the cache. */
  private async find(cache: CacheDeclaration, step: CacheStep): Promise<Lookup | undefined> {
    const { files, reporter, signal, stepId } = step;
    const templates = [cache.key, ...cache.restoreKeys];
    const checksums = await readChecksums(templates, (search) => files.find(search), signal);
    const { key, missingFiles } = evaluateKey(cache.key, checksums);
    const restoreKeys = cache.restoreKeys
      .map((template) => evaluateKey(template, checksums))
      .flatMap((evaluated) => (evaluated.missingFiles.length === 0 ? [evaluated.key] : []));
    const body = { key, restoreKeys, paths: cache.paths, missingFiles };
    const answer = await reporter.callOptional((api) =>
      api.findCache({ params: { step: stepId }, body }),
    );
    if (!answer) return undefined;
    if (answer instanceof FileRefusal) throw new Error(`the server refused: ${answer.message}`);
    if (missingFiles.length > 0) {
      await step.addNote(`[millrace] Files not found: ${missingFiles.join(', ')}`);
    }
    const lookup = { ...answer, key };
    this.lookups.set(cache, lookup);
    return lookup;
  }

  private async load(
    cache: CacheDeclaration,
    { lookup }: Lookup,
    found: NonNullable<Lookup['found']>,
    { files, reporter, signal, stepId }: CacheStep,
  ): Promise<void> {
    await inSpoolFolder(files.spoolDir, async (folder) => {
      const archive = { ...found, path: join(folder, 'archive') };
      const content = await reporter.loadCache(stepId, lookup, signal);
      await writeDownload(content, archive, signal);
      const read = () => {
        const source = { bytes: readCompressed(archive.path), folder: '' };
        return copyArchives(listOf(source), cache.paths);
      };
      await files.unpack(read, cache.paths, signal);
    });
  }

  private async saveOne(cache: CacheDeclaration, step: CacheStep): Promise<void> {
    const found = this.lookups.get(cache);
    if (!found || found.found?.isExact || found.reason === 'missing_file') return;
    const { files, reporter, signal, stepId, clock } = step;
    const startedMs = clock.nowMs();
    await inSpoolFolder(files.spoolDir, async (folder) => {
      let count = 0;
      const sources = async function* () {
        for (const path of cache.paths) {
          const bytes = await files.pack(path, signal);
          if (bytes) count++;
          if (bytes) yield { bytes, folder: folderOf(path) };
        }
      };
      const archive = await writeCompressed(
        copyArchives(sources(), cache.paths),
        join(folder, 'archive'),
        { maxBytes: found.maxBytes, signal },
      );
      if (count === 0) throw new Error(`${cache.paths.join(', ')} not found`);
      await reporter.saveCache(stepId, found.lookup, archive.sha256, contentOf(archive), signal);
      const size = formatSize(archive.size);
      const time = secondsSince(startedMs, clock);
      await step.addNote(`[millrace] Cache ${found.key} stored: ${size} in ${time} s`);
    });
  }
}

/** Does the work for one cache, and reports its failure in the log. */
async function attempt(
  { signal, addNote }: CacheStep,
  goal: string,
  work: () => Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  try {
    await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof IncompleteUnpack) throw error;
    await addNote(`[millrace] A cache was not ${goal}: ${reasonOf(error)}`);
  }
}

/** Omits paths on this host, which users must not see. */
function reasonOf(error: unknown): string {
  const isOfSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  return isOfSystem ? `a file cannot be accessed (${error.code})` : errorMessage(error);
}

async function* listOf<Value>(...values: Value[]): AsyncGenerator<Value> {
  yield* values;
}

function secondsSince(startedMs: number, clock: Clock): string {
  return ((clock.nowMs() - startedMs) / 1000).toFixed(1);
}
