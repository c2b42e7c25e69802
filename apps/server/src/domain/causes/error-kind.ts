import { toLineKind } from '../line-kind.ts';

const maxLength = 400;
/** Codes of compilers and tools, such as `TS2304`, `E0382` and `ORA-00942`. */
const errorCode = /\b[A-Z]{1,6}-?\d{2,5}\b/g;
/** Folders of a path depend on the machine. They are removed first, because a temporary file is no line kind. */
const folders = /(?<![\w:/.])(?:\.{1,2}|~)?\/?(?:[\w.@+~-]+\/)+(?=[\w.@+-])/g;
/** Random ids, of which numbers have been replaced: a few letters between them are no word. */
const randomId = /(?<![A-Za-z\d])[A-Za-z]{0,3}(?:#[A-Za-z]{0,3})+(?![A-Za-z\d])/g;

/** The plural of what is counted, as in `2 tests`. */
const plural = /(?<=# \p{L}{1,30})s(?!\p{L})/gu;

/**
 * Returns an error line without what differs between runs: times, numbers, hashes, folders. Error codes stay,
 * because the rest of the line may be the same for several.
 */
export function toErrorKind(line: string): string {
  const text = line.trim().slice(0, maxLength);
  const codes = text.match(errorCode) ?? [];
  const kind = toLineKind(text.replace(folders, '')).replace(randomId, '#').replace(plural, '');
  return [kind, ...codes].join(' ').replace(/\s+/g, ' ');
}

/** A quoted text, a file, a host, or a name as in source code. */
const names =
  /(['"`‘“])(?! |\1)[^'"`’”]+['"`’”]|(?<![\w/:@-])[\w/:@-]*(?:[\p{L}\d](?:\.(?=\p{L})|@(?=[\w#]))|[\p{L}\d]_(?=[\p{L}\d])|\p{Ll}(?=\p{Lu}))[\w./:@-]*/gu;
/** Test runners mark the titles of failed tests. */
const markedTitle = /^([●✕✖✗✘×]) .+/u;
const code = /[A-Z]-?\d{2}|\bE(?!RROR)[A-Z]{4,}\b/;
const commonWords =
  /\b(?:an?|are|build|code|errors?|exit(?:ed)?|fail(?:ed|ing|ures?)?|in|info|npm|of|out|status|tests?|the|there|was|were|with)\b/gi;

/**
 * Returns a kind of error lines without names: what it has in common with the same error of another symbol, file or test.
 * Without names, returns undefined.
 */
export function toErrorForm(kind: string): string | undefined {
  const form = kind.replace(markedTitle, '$1 §').replace(names, '§');
  return form === kind ? undefined : form;
}

/** Returns what a kind of error lines with this form says beyond that something failed. */
export function detailOf(kind: string, form: string | undefined): 'name' | 'words' | 'nothing' {
  if (form !== undefined || code.test(kind)) return 'name';
  return /\p{L}/u.test(kind.replace(commonWords, '')) ? 'words' : 'nothing';
}
