import type { StepFiles } from '@millrace/contract/pipeline';
import type { StepFile } from '@millrace/contract/runner';
import { fileKinds, findFilePathProblem } from '@millrace/contract/step-files';
import { errorMessage } from '@millrace/node-kit/error-message';
import type { FindFiles, FoundFile } from '../../engines/engine.ts';
import { FileSearch } from '../../engines/file-search.ts';

export interface Collecting {
  findFiles: FindFiles;
  /** Returns why the server rejects the file; undefined if it accepts it. */
  send(file: StepFile): Promise<string | undefined>;
  /** Adds a line to the step's log. */
  addNote(line: string): void | Promise<void>;
  /** Ends the collection; the promise then rejects. */
  signal: AbortSignal;
  maxFiles?: number;
}

const defaultMaxFiles = 20_000;
const maxLines = 20;

/** Sends the requested files of a step to the server. A rejected file does not fail the step. */
export async function collectFiles(wanted: StepFiles, collecting: Collecting): Promise<void> {
  const patterns = fileKinds.flatMap((kind) => wanted[kind]);
  if (patterns.length === 0) return;
  const { signal } = collecting;
  const unmatched = new Set(patterns);
  const lines = new ProblemLines(collecting.addNote);
  const sender = new FileSender(wanted, collecting, lines);
  const search = new FileSearch(patterns, undefined, signal);
  try {
    for await (const found of collecting.findFiles(search)) {
      signal.throwIfAborted();
      const matching = await search.patternsOf(found.path);
      for (const pattern of matching) unmatched.delete(pattern);
      await sender.send(found, matching);
    }
    for (const pattern of unmatched) await lines.add(`No file matches ${pattern}`);
  } catch (error) {
    signal.throwIfAborted();
    await lines.add(`Not all files were stored: ${errorMessage(error)}`);
  }
  await lines.end();
}

class FileSender {
  private readonly wanted: StepFiles;
  private readonly collecting: Collecting;
  private readonly lines: ProblemLines;
  private sent = 0;

  constructor(wanted: StepFiles, collecting: Collecting, lines: ProblemLines) {
    this.wanted = wanted;
    this.collecting = collecting;
    this.lines = lines;
  }

  async send(found: FoundFile, matching: ReadonlySet<string>): Promise<void> {
    const { path } = found;
    const pathProblem = findFilePathProblem(path);
    const problem = 'problem' in found ? found.problem : pathProblem && `its path ${pathProblem}`;
    if ('problem' in found || problem) {
      await this.lines.add(`${path} was not stored: ${problem}`);
      return;
    }
    const { maxFiles = defaultMaxFiles } = this.collecting;
    for (const kind of this.kindsOf(matching)) {
      if (this.sent === maxFiles) {
        const shown = maxFiles.toLocaleString('en');
        throw new Error(`the limit is ${shown} files per step`);
      }
      this.sent++;
      const refusal = await this.collecting.send({ kind, path, ...found.file });
      if (refusal !== undefined) await this.lines.add(`${path} was not stored: ${refusal}`);
    }
  }

  private kindsOf(matching: ReadonlySet<string>) {
    return fileKinds.filter((kind) => this.wanted[kind].some((each) => matching.has(each)));
  }
}

/** Limits the number of logged problems, because thousands of files may have the same one. */
class ProblemLines {
  private readonly addNote: Collecting['addNote'];
  private count = 0;

  constructor(addNote: Collecting['addNote']) {
    this.addNote = addNote;
  }

  async add(text: string): Promise<void> {
    this.count++;
    if (this.count <= maxLines) await this.addNote(`[millrace] ${text}`);
  }

  async end(): Promise<void> {
    const more = this.count - maxLines;
    if (more > 0) await this.addNote(`[millrace] and ${more.toLocaleString('en')} more like these`);
  }
}
