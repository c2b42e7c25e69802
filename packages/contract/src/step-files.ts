import { fileKinds } from '@millrace/pipeline/vocabulary';

/**
 * Purposes of uploaded files. `link` is a symbolic link among the artifacts, with its target as content. `replay` is an
 * archive of the files that a failed step got from earlier ones.
 */
export const uploadKinds = [...fileKinds, 'link', 'replay'] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** Maximum size of a file that is parsed rather than stored unchanged, in bytes. */
export const maxShownFileBytes = 20_000_000;

const maxPathBytes = 1024;
const maxNameBytes = 255;
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Returns why a path in a workspace is invalid, to follow "it …"; undefined if it is valid. */
export function findFilePathProblem(path: string): string | undefined {
  const names = path.split('/');
  if (path.startsWith('/')) return 'is absolute';
  if (path.includes('\\')) return 'has a backslash';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check looks for control characters.
  if (/[\u0000-\u001f\u007f]/.test(path)) return 'has a control character';
  if (!path.isWellFormed()) return 'is not Unicode';
  if (names.includes('')) return 'has an empty name';
  if (names.some((name) => name === '.' || name === '..')) return 'leads elsewhere';
  if (names.some((name) => bytesOf(name) > maxNameBytes)) return 'has a name that is too long';
  return bytesOf(path) > maxPathBytes ? 'is too long' : undefined;
}

/**
 * Returns why a link must not be in an archive of artifacts, to follow "it …"; undefined if it may. Its target is below the
 * workspace also if other links of the archive are on its way: `..` is only allowed at its start.
 */
export function findLinkProblem(path: string, target: string): string | undefined {
  const names = target.split('/').filter((name) => name !== '' && name !== '.');
  const first = names.findIndex((name) => name !== '..');
  const below = first < 0 ? [] : names.slice(first);
  const ups = names.length - below.length;
  const folders = path.split('/').length - 1;
  if (target.startsWith('/') || ups > folders || below.includes('..')) {
    return 'is a link that leads elsewhere';
  }
  const isText = below.length === 0 || findFilePathProblem(below.join('/')) === undefined;
  return isText ? undefined : 'is a link to a path that cannot be stored';
}
