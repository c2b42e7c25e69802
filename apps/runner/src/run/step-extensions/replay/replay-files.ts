import { join } from 'node:path';
import { formatSize } from '@millrace/contract/format-size';
import type { PathList, ReplayDescription } from '@millrace/contract/replay-files';
import type { StepOutput } from '@millrace/contract/step-outputs';
import { errorMessage } from '@millrace/node-kit/error-message';
import type { FileList, FileState, WorkspaceFiles } from '../../../engines/engine.ts';
import { contentOf, inSpoolFolder, writeCompressed } from '../../spool.ts';
import type { StageReporter } from '../../stage-reporter.ts';
import { compareLists } from './compare-lists.ts';
import { packFiles } from './pack-files.ts';

interface StepContext {
  /** Number of the step. */
  number: number;
  stepId: number;
  files: WorkspaceFiles;
  reporter: StageReporter;
  addNote(line: string): void | Promise<void>;
  signal: AbortSignal;
}

interface Start {
  list: FileList;
  outputs: StepOutput[];
}

/** Maximum number of paths in a list for people. */
const maxShownPaths = 200;
/** Header and padding of an entry of an archive. */
const entryBytes = 1024;

/** Stores, when a step fails, the files that earlier steps left for it, so that a replay need not run them. */
export class ReplayFiles {
  private readonly maxBytes: number;
  private base: Promise<FileList> | undefined;
  private readonly starts = new Map<number, Start>();

  /** @param maxBytes maximum size of the files before compression */
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Lists the files before a step starts, and before its caches are restored. */
  async begin(step: StepContext, outputs: StepOutput[]): Promise<void> {
    const { number, files, signal } = step;
    if (!files.list) return;
    await this.attempt(step, async () => {
      const list = files.list?.(signal);
      if (!list) return;
      this.base ??= list;
      this.starts.set(number, { list: await list, outputs });
    });
  }

  /** Forgets the start of a step that succeeded. */
  end({ number }: Pick<StepContext, 'number'>): void {
    this.starts.delete(number);
  }

  /** Stores the files for a step that failed, unless it is the first one. */
  async store(step: StepContext): Promise<void> {
    const { number, files, signal } = step;
    const start = this.starts.get(number);
    const base = await this.base?.catch(() => undefined);
    if (!start || !base || start.list === base || !files.list) return;
    await this.attempt(step, async () => {
      const end = await files.list?.(signal);
      if (end) await this.upload(step, base, start, end);
    });
  }

  private async upload(
    { files, stepId, reporter, addNote, signal }: StepContext,
    base: FileList,
    { list, outputs }: Start,
    end: FileList,
  ): Promise<void> {
    const { open, spoolDir } = files;
    if (!open) return;
    const { unchanged, changed, deleted } = compareLists(base, list, end);
    const { stored, leftOut } = this.limit(unchanged);
    const count = stored.filter(([, { type }]) => type !== 'directory').length;
    const description: ReplayDescription = {
      files: count,
      deleted,
      changed: shorten(changed),
      leftOut: shorten(leftOut),
      cloned: cloneTimeOf(base),
      outputs: outputs.map(({ name, data, isMasked }) => ({ name, data: isMasked ? null : data })),
    };
    await inSpoolFolder(spoolDir, async (folder) => {
      const archive = await writeCompressed(
        packFiles(description, stored, (path, state) => open.call(files, path, state)),
        join(folder, 'archive'),
        { maxBytes: this.maxBytes, signal },
      );
      const file = { kind: 'replay' as const, path: 'replay', ...contentOf(archive) };
      const refusal = await reporter.sendFile(stepId, file, signal);
      if (refusal) throw new Error(refusal);
      const size = formatSize(archive.size);
      await addNote(`[millrace] Files of earlier steps stored for a replay: ${count}, ${size}`);
    });
  }

  /** Leaves out the largest files until the rest fits, and pipes and sockets. */
  private limit(unchanged: ReadonlyMap<string, FileState>) {
    const stored: [string, FileState][] = [];
    const leftOut: string[] = [];
    let rest = this.maxBytes;
    for (const [path, state] of [...unchanged].sort(
      ([, one], [, other]) => one.size - other.size,
    )) {
      rest -= state.size + entryBytes;
      const isStored = state.type !== 'other' && rest >= 0;
      if (isStored) stored.push([path, state]);
      else if (state.type !== 'directory') leftOut.push(path);
    }
    // Folders before their files.
    return { stored: stored.sort(([one], [other]) => (one < other ? -1 : 1)), leftOut };
  }

  /** Does the work, and reports its failure in the log. */
  private async attempt(
    { signal, addNote }: StepContext,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (signal.aborted) return;
      const isOfSystem = error instanceof Error && 'syscall' in error && 'code' in error;
      // Paths on this host are omitted.
      const reason = isOfSystem ? `a file cannot be read (${error.code})` : errorMessage(error);
      await addNote(`[millrace] Files of earlier steps are not stored for a replay: ${reason}`);
    }
  }
}

function shorten(paths: readonly string[]): PathList {
  return { count: paths.length, first: paths.slice(0, maxShownPaths) };
}

/** Returns a time at which the last file of the commit was written, or just before. */
function cloneTimeOf(base: FileList): number {
  let lastMs = 0;
  for (const { mtimeMs } of base.values()) lastMs = Math.max(lastMs, mtimeMs);
  return Math.max(0, Math.floor(lastMs / 1000));
}
