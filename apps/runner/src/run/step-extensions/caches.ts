import { join } from 'node:path';
import type { CacheMissReason } from '@millrace/contract/cache';
import { formatSize } from '@millrace/contract/format-size';
import { type CacheAnswer, FileRefusal, type RunnerApi } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import type { CacheDeclaration } from '@millrace/pipeline';
import { IncompleteUnpack, type WorkspaceFiles } from '../../engines/engine.ts';
import { describeReason } from '../describe-reason.ts';
import {
  contentOf,
  DamagedDownload,
  inSpoolFolder,
  writeCompressed,
  writeDownload,
} from '../spool.ts';
import type { StepControl } from '../stage-control.ts';
import type { StageOutputs } from '../stage-outputs.ts';
import type { StageReporter } from '../stage-reporter.ts';
import { hasPart, partsOf } from './caches/cache-parts.ts';
import { copyArchives } from './caches/copy-archive.ts';
import { evaluateKey, readChecksums } from './caches/evaluate-key.ts';
import { unpackParts } from './caches/unpack-parts.ts';
import type { ReportedStep, StepEnd, StepExtension } from './step-extension.ts';

interface CacheStage {
  /** Outputs of earlier steps and stages. */
  outputs: Pick<StageOutputs, 'environment'>;
  api: RunnerApi;
  reporter: StageReporter;
  control: StepControl;
  clock: Clock;
}

/** The running step that restores or stores caches. */
interface CacheStep extends Omit<CacheStage, 'control' | 'outputs'> {
  stepId: number;
  files: WorkspaceFiles;
  /** Returns the value of a variable of the step; empty if it has or contains a secret. */
  variableOf(name: string): string;
  /** Adds a line to the step's log. */
  addNote(line: string): void | Promise<void>;
  /** Ends the work; the promise then rejects. */
  signal: AbortSignal;
}

interface Lookup extends CacheAnswer {
  key: string;
}

type FoundCache = NonNullable<CacheAnswer['found']>;

const reasons: Record<CacheMissReason, string> = {
  missing_file: 'a file of its checksum is missing',
  other_paths: 'it was stored for other paths',
  other_scope: 'only another branch or pull request has it',
  no_entry: 'no build has stored it',
};

/** Restores and stores the caches of a stage. A failure is reported in the log, and the stage continues. */
export class CacheExtension implements StepExtension {
  private readonly stage: CacheStage;
  /** Lookups of the caches that were to be restored, which permit to store them. */
  private readonly lookups = new Map<CacheDeclaration, Lookup>();

  constructor(stage: CacheStage) {
    this.stage = stage;
  }

  /** @throws IncompleteUnpack if some files of a cache may be in the workspace */
  async onReady(reported: ReportedStep, files: WorkspaceFiles): Promise<void> {
    const step = this.stepOf(reported, files);
    for (const cache of reported.plan.caches ?? []) {
      await attempt(step, 'restored', () => this.restoreOne(cache, step));
    }
  }

  async onEnded(reported: ReportedStep, { files, hasSucceeded }: StepEnd): Promise<void> {
    if (!hasSucceeded) return;
    const step = this.stepOf(reported, files);
    for (const cache of reported.plan.caches ?? []) {
      await attempt(step, 'stored', () => this.saveOne(cache, step));
    }
  }

  private stepOf({ id, log, plan, maskSecrets }: ReportedStep, files: WorkspaceFiles): CacheStep {
    const { api, reporter, clock, control, outputs } = this.stage;
    const variables = { ...(plan.takesOutputs ? outputs.environment : {}), ...plan.environment };
    // A key is stored and shown.
    const variableOf = (name: string) => {
      const value = variables[name] ?? '';
      return maskSecrets(value) === value ? value : '';
    };
    const addNote = (line: string) => log.addNote(line);
    const signal = control.stopped;
    return { api, reporter, clock, stepId: id, files, variableOf, addNote, signal };
  }

  private async restoreOne(cache: CacheDeclaration, step: CacheStep): Promise<void> {
    let failed: { cache: FoundCache; error: unknown } | undefined;
    // Each try finds another cache than the one before, as damaged ones are deleted.
    for (;;) {
      const lookup = await this.find(cache, step);
      if (!lookup) return;
      const { key, found, reason } = lookup;
      // The cache still exists, so that it was only the download that failed.
      if (failed && found && isSame(failed.cache, found)) throw failed.error;
      if (failed) {
        const problem = `Cache ${failed.cache.key} is damaged and was deleted: ${describeReason(failed.error)}`;
        await step.addNote(`[millrace] ${problem}`);
      }
      if (!found) {
        await step.addNote(`[millrace] Cache ${key} not found: ${reasons[reason ?? 'no_entry']}`);
        return;
      }
      for (const part of partsOf(cache.paths, step.files)) {
        if (await hasPart(part, step.signal)) throw new Error(`${part.path} exists already`);
      }
      const startedMs = step.clock.nowMs();
      const error = await this.load(cache, lookup, found, step);
      if (error === undefined) return noteRestored(lookup, found, startedMs, step);
      failed = { cache: found, error };
    }
  }

  /** Evaluates the key and asks the server for the cache. */
  private async find(cache: CacheDeclaration, step: CacheStep): Promise<Lookup | undefined> {
    const { files, reporter, signal, stepId } = step;
    const templates = [cache.key, ...cache.restoreKeys];
    const checksums = await readChecksums(templates, (search) => files.find(search), signal);
    const { key, missingFiles } = evaluateKey(cache.key, checksums, step.variableOf);
    const restoreKeys = cache.restoreKeys
      .map((template) => evaluateKey(template, checksums, step.variableOf))
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

  /** Downloads and unpacks a cache. Returns why it cannot be read, after reporting a damaged one to the server. */
  private async load(
    cache: CacheDeclaration,
    { lookup }: Lookup,
    found: FoundCache,
    { files, api, reporter, signal, stepId }: CacheStep,
  ): Promise<unknown> {
    let isDownloaded = false;
    try {
      await inSpoolFolder(files.spoolDir, async (folder) => {
        const archive = { ...found, path: join(folder, 'archive') };
        const content = await api.loadCache({ params: { step: stepId, lookup } }, signal);
        await writeDownload(content, archive, signal);
        isDownloaded = true;
        await unpackParts(partsOf(cache.paths, files), archive.path, signal);
      });
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      const isDamaged = error instanceof DamagedDownload;
      if (isDownloaded && !isDamaged) throw error;
      if (isDamaged) {
        const params = { step: stepId, lookup };
        await reporter.callOptional((api) => api.discardCache({ params }));
      }
      return error;
    }
  }

  private async saveOne(cache: CacheDeclaration, step: CacheStep): Promise<void> {
    const found = this.lookups.get(cache);
    if (!found || found.found?.isExact || found.reason === 'missing_file') return;
    const { files, api, signal, stepId, clock } = step;
    const startedMs = clock.nowMs();
    await inSpoolFolder(files.spoolDir, async (folder) => {
      let count = 0;
      const missing: string[] = [];
      const parts = partsOf(cache.paths, files);
      const names = parts.map(({ name }) => name);
      const sources = async function* () {
        for (const part of parts) {
          const isEmpty = part.inner === '' && !(await hasPart(part, signal));
          const bytes = isEmpty ? undefined : await part.files.pack(part.inner, signal);
          if (bytes) count++;
          if (bytes) yield { bytes, path: part.name };
          else missing.push(part.path);
        }
      };
      const archive = await writeCompressed(
        copyArchives(sources(), names),
        join(folder, 'archive'),
        { maxBytes: found.maxBytes, signal },
      );
      if (count === 0) throw new Error(`${cache.paths.join(', ')} not found`);
      for (const path of missing)
        await step.addNote(`[millrace] ${path} not found, the cache is without it`);
      const params = { step: stepId, lookup: found.lookup };
      const query = { sha256: archive.sha256 };
      // Without retries: a stage does not wait for an object store that is away.
      await api.saveCache({ params, query, file: contentOf(archive) }, signal);
      const size = formatSize(archive.size);
      const time = secondsSince(startedMs, clock);
      await step.addNote(`[millrace] Cache ${found.key} stored: ${size} in ${time} s`);
    });
  }
}

function isSame(one: FoundCache, other: FoundCache): boolean {
  return one.key === other.key && one.scope === other.scope && one.sha256 === other.sha256;
}

async function noteRestored(
  { key }: Lookup,
  found: FoundCache,
  startedMs: number,
  { addNote, clock }: CacheStep,
): Promise<void> {
  const name = found.isExact ? key : `${key} not found; ${found.key}`;
  const size = formatSize(found.size);
  const time = secondsSince(startedMs, clock);
  await addNote(`[millrace] Cache ${name} restored from ${found.scope}: ${size} in ${time} s`);
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
    await addNote(`[millrace] A cache was not ${goal}: ${describeReason(error)}`);
  }
}

function secondsSince(startedMs: number, clock: Clock): string {
  return ((clock.nowMs() - startedMs) / 1000).toFixed(1);
}
