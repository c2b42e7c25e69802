import { toLineKind } from '../line-kind.ts';

const maxLength = 400;
/** Codes of compilers and tools, such as `TS2304`, `E0382` and `ORA-00942`. */
const errorCode = /\b[A-Z]{1,6}-?\d{2,5}\b/g;
/** Folders of a path depend on the machine. They are removed first, because a temporary file is no line kind. */
const folders = /(?<![\w:/.])(?:\.{1,2}|~)?\/?(?:[\w.@+~-]+\/)+(?=[\w.@+-])/g;
/** Random ids, of which numbers have been replaced: a few letters between them are no word. */
const randomId = /(?<![A-Za-z\d])[A-Za-z]{0,3}(?:#[A-Za-z]{0,3})+(?![A-Za-z\d])/g;

/**
 * Returns an error line without what differs between runs: times, numbers, hashes, folders. Error codes stay,
 * because the rest of the line may be the same for several.
 */
export function toErrorKind(line: string): string {
  const text = line.trim().slice(0, maxLength);
  const codes = text.match(errorCode) ?? [];
  const kind = toLineKind(text.replace(folders, '')).replace(randomId, '#');
  return [kind, ...codes].join(' ').replace(/\s+/g, ' ');
}
