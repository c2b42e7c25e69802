import { posix } from 'node:path';
import type { ForgeFolder } from './forge.ts';

/** Like Linux, to end a loop of links. */
const maxLinks = 40;
/** Linux allows no longer path. Files that start builds have more than one line, or other characters. */
const linkTarget = /^(?!\/)[^\n\0:{}]{1,4096}$/;

interface Commit {
  /** Returns the content of a file, which is the target path for a symbolic link on most forges. */
  readFile: (path: string) => Promise<string | null>;
  /** Lists the regular files of a folder. */
  listFolder: (folder: string) => Promise<ForgeFolder | null>;
}

/** Reads a file of a commit. Follows symbolic links within the repository; null if the target is not in it. */
export async function readFollowingLinks(
  { readFile, listFolder }: Commit,
  path: string,
): Promise<string | null> {
  let current = path;
  for (let links = 0; links < maxLinks; links++) {
    const text = await readFile(current);
    if (text === null || !linkTarget.test(text)) return text;
    const listed = await listFolder(folderOf(current));
    if (!listed?.isComplete || listed.files.includes(posix.basename(current))) return text;
    const target = posix.join(posix.dirname(current), text);
    if (target.startsWith('..')) return null;
    current = target;
  }
  return null;
}

function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}
