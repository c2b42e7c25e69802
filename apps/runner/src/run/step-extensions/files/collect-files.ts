import { Readable } from 'node:stream';
import type { FileContent, StepFile } from '@millrace/contract/runner';
import { findFilePathProblem, findLinkProblem } from '@millrace/contract/step-files';
import { errorMessage } from '@millrace/node-kit/error-message';
import { printableFileName as printable } from '@millrace/node-kit/file-names';
import type { StepFiles } from '@millrace/pipeline';
import { type FileKind, fileKinds } from '@millrace/pipeline/vocabulary';
import type { FindFiles, FoundFile } from '../../../engines/engine.ts';
import { FileSearch, type PatternMatch } from '../../../engines/file-search.ts';

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

/** Reports and summaries in a folder that a pattern names. Other tools leave other files beside them. */
const namesInFolder: Record<FileKind, RegExp> = {
  artifact: /(?:)/,
  junit: /\.xml$/i,
  summary: /\.(?:md|markdown)$/i,
};

/** Sends the requested files of a step to the server. A rejected file does not fail the step. */
export async function collectFiles(wanted: StepFiles, collecting: Collecting): Promise<void> {
  const patterns = fileKinds.flatMap((kind) => wanted[kind]);
  if (patterns.length === 0) return;
  const { signal } = collecting;
  const unmatched = new Set(patterns);
  const lines = new ProblemLines(collecting.addNote);
  const sender = new FileSender(collecting, lines);
  const search = new FileSearch(patterns, undefined, signal);
  try {
    for await (const found of collecting.findFiles(search)) {
      signal.throwIfAborted();
      const matching = await search.patternsOf(found.path);
      const kinds = fileKinds.filter((kind) => isWanted(kind, wanted[kind], found.path, matching));
      for (const kind of kinds) {
        for (const pattern of wanted[kind]) if (matching.has(pattern)) unmatched.delete(pattern);
      }
      // A folder that cannot be read may contain matches without being one.
      if (kinds.length > 0 || matching.size === 0) await sender.send(found, kinds);
    }
    for (const pattern of unmatched) await lines.add(`No file matches ${printable(pattern)}`);
  } catch (error) {
    signal.throwIfAborted();
    await lines.add(`Not all files were stored: ${errorMessage(error)}`);
  }
  await lines.end();
}

function isWanted(
  kind: FileKind,
  patterns: readonly string[],
  path: string,
  matching: ReadonlyMap<string, PatternMatch>,
): boolean {
  return patterns.some((pattern) => {
    const match = matching.get(pattern);
    return match === 'path' || (match === 'folder' && namesInFolder[kind].test(path));
  });
}

class FileSender {
  private readonly collecting: Collecting;
  private readonly lines: ProblemLines;
  private sent = 0;

  constructor(collecting: Collecting, lines: ProblemLines) {
    this.collecting = collecting;
    this.lines = lines;
  }

  async send(found: FoundFile, kinds: readonly FileKind[]): Promise<void> {
    const { path } = found;
    const file = contentOf(found, kinds);
    const pathProblem = findFilePathProblem(path);
    const problem = pathProblem === undefined ? undefined : `its path ${pathProblem}`;
    if (typeof file === 'string' || problem !== undefined) {
      await this.lines.add(
        `${printable(path)} was not stored: ${typeof file === 'string' ? file : problem}`,
      );
      return;
    }
    const { isLink = false, ...sent } = file;
    const { maxFiles = defaultMaxFiles } = this.collecting;
    const accepted = isLink ? kinds.filter((kind) => kind === 'artifact') : kinds;
    for (const kind of accepted) {
      if (this.sent === maxFiles) {
        const shown = maxFiles.toLocaleString('en');
        throw new Error(`the limit is ${shown} files per step`);
      }
      this.sent++;
      const refusal = await this.collecting.send({ ...sent, kind: isLink ? 'link' : kind, path });
      if (refusal !== undefined) await this.lines.add(`${path} was not stored: ${refusal}`);
    }
  }
}

interface Content extends FileContent {
  isExecutable?: boolean;
  isLink?: boolean;
}

/** Returns what to send of a file or link, or the reason why it is not sent. Only artifacts may be links. */
function contentOf(found: FoundFile, kinds: readonly FileKind[]): Content | string {
  if ('problem' in found) return found.problem;
  if ('file' in found) return found.file;
  const { path, linkTarget } = found;
  if (!kinds.includes('artifact')) return 'it is a link';
  const problem = findLinkProblem(path, linkTarget);
  if (problem !== undefined) return `it ${problem}`;
  const bytes = Buffer.from(linkTarget);
  return { size: bytes.length, isLink: true, read: () => Readable.from([bytes]) };
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
