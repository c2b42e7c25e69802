/** A pipeline file, or one of several that are read as one. */
export interface NamedText {
  path: string;
  text: string;
}

/** First line of each file in a text of several files. */
const headPattern = /^# file: (.+)$/;

/** Joins files to one text of YAML documents. Each starts with a comment with its path, so that problems can name it. */
export function combineFiles(files: readonly NamedText[]): string {
  return files.map(({ path, text }) => `# file: ${path}\n${withLineEnd(text)}`).join('---\n');
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Beginning of a file in a text of several files. */
export interface FileStart {
  path: string;
  /** Number of the comment with its path, counted from 1. */
  line: number;
}

/** Lists the files of a text in order. The list is empty for the text of a single file. */
export function listFileStarts(text: string): FileStart[] {
  if (!text.startsWith('# file: ')) return [];
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const [, path] = headPattern.exec(line) ?? [];
    const isStart = path !== undefined && (at === 0 || lines[at - 1] === '---');
    return isStart ? [{ path, line: at + 1 }] : [];
  });
}

/** Returns the files of a text again. The list is empty for the text of a single file. */
export function splitFiles(text: string): NamedText[] {
  const starts = listFileStarts(text);
  const lines = text.split('\n');
  return starts.map(({ path, line }, at) => {
    const next = starts[at + 1];
    // The line before the next comment separates the documents.
    return { path, text: lines.slice(line, next && next.line - 2).join('\n') };
  });
}

/** Adds the path of the pipeline file to a message, unless its text has several files: then messages name theirs. */
export function namePipelineFile(path: string, text: string, message: string): string {
  return listFileStarts(text).length > 0 ? message : `${path}: ${message}`;
}
