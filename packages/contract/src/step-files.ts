/** What the server makes of a file that a step left: it keeps it, reads test results, or shows a text. */
export const fileKinds = ['artifact', 'junit', 'summary'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Largest file that is read rather than kept as it is, in bytes. */
export const maxShownFileBytes = 20_000_000;

const maxPathBytes = 1024;
const maxNameBytes = 255;
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** What is wrong with the path of a file in a workspace, as in "it …"; undefined where nothing is. */
export function findFilePathProblem(path: string): string | undefined {
  const names = path.split('/');
  if (path.startsWith('/')) return 'is absolute';
  if (path.includes('\\')) return 'has a backslash';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  if (/[\u0000-\u001f\u007f]/.test(path)) return 'has a control character';
  if (!path.isWellFormed()) return 'is not Unicode';
  if (names.includes('')) return 'has an empty name';
  if (names.some((name) => name === '.' || name === '..')) return 'leads elsewhere';
  if (names.some((name) => bytesOf(name) > maxNameBytes)) return 'has a name that is too long';
  return bytesOf(path) > maxPathBytes ? 'is too long' : undefined;
}
