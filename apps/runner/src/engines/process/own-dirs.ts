import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { isWithin } from './mounts.ts';

const sticky = 0o1000;

interface Folders {
  /** Folders that are protected whatever their mode is, because folders below them may be writable. */
  always: readonly string[];
  /** Folders in which the system searches for programs. */
  searched: readonly string[];
  /** Folders hidden from steps. */
  hidden: readonly string[];
}

/**
 * Returns the folders that steps of the runner's own account must not write to, because the account itself
 * runs or reads their content: its home, this program, Node and the folders of its `PATH`.
 */
export function findOwnDirs(hidden: readonly string[]): string[] {
  return protectedDirs({
    always: [homedir(), userInfo().homedir, programFolder(), dirname(process.execPath)],
    searched: (process.env.PATH ?? '').split(':'),
    hidden,
  });
}

/**
 * Returns the folders to protect: the given ones and writable parent folders, in which a step could replace
 * one of them.
 */
export function protectedDirs(
  { always, searched, hidden }: Folders,
  isWritable = canWrite,
): string[] {
  const own = [...always, ...searched.filter(isWritable)].flatMap(realFolder);
  const realHidden = hidden.flatMap(realFolder);
  const isReplaceable = (path: string) => !isShared(path) && isWritable(path);
  const topmost = [
    ...own
      .filter((path) => !isShared(path))
      .map((path) => findTopmost(path, isReplaceable) ?? path),
    ...realHidden.flatMap((path) => findTopmost(path, isReplaceable) ?? []),
  ].filter((path) => !realHidden.some((folder) => isWithin(path, folder)));
  const all = [...new Set(topmost)];
  return all.filter((path) => !all.some((other) => other !== path && isWithin(path, other)));
}

/** Returns the topmost parent folder in which a step could rename a part of the path. */
function findTopmost(path: string, isReplaceable: (path: string) => boolean): string | undefined {
  const parent = dirname(path);
  if (parent === path) return undefined;
  return findTopmost(parent, isReplaceable) ?? (isReplaceable(parent) ? parent : undefined);
}

/** Returns the installation or checkout: the topmost parent folder with a `package.json`. */
function programFolder(): string {
  let found = import.meta.dirname;
  for (let folder = found; folder !== '/'; folder = dirname(folder)) {
    if (statSync(join(folder, 'package.json'), { throwIfNoEntry: false })) found = folder;
  }
  return found;
}

function realFolder(path: string): string[] {
  try {
    const real = path.startsWith('/') ? realpathSync(path) : '';
    return real && statSync(real).isDirectory() ? [real] : [];
  } catch {
    return [];
  }
}

/** True for the root, and for folders like `/tmp` in which only the owner can replace an entry. */
function isShared(path: string): boolean {
  return path === '/' || (statSync(path).mode & sticky) !== 0;
}

/** True if the account can write to the path. An owner can grant itself the permission. */
function canWrite(path: string): boolean {
  try {
    if (statSync(path).uid !== process.getuid?.()) accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
