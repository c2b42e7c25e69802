import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { isWithin } from './mounts.ts';

const sticky = 0o1000;

interface Places {
  /** Folders that are protected whatever their mode is: what lies below may be writable. */
  always: readonly string[];
  /** Folders in which programs are looked for. */
  searched: readonly string[];
  /** Folders that steps do not see at all. */
  hidden: readonly string[];
}

/**
 * Folders that steps of the runner's own account must not write to, because the account itself runs or reads
 * what lies there: its home, this program, Node and the folders of its `PATH`.
 */
export function findOwnDirs(hidden: readonly string[]): string[] {
  return protectedDirs({
    always: [homedir(), userInfo().homedir, programFolder(), dirname(process.execPath)],
    searched: (process.env.PATH ?? '').split(':'),
    hidden,
  });
}

/** Also the writable folders above, where a step could put another folder in the place of one of these. */
export function protectedDirs(
  { always, searched, hidden }: Places,
  isWritable = canWrite,
): string[] {
  const own = [...always, ...searched.filter(isWritable)].flatMap(realFolder);
  const hiddenReal = hidden.flatMap(realFolder);
  const isFree = (path: string) => !isShared(path) && isWritable(path);
  const tops = [
    ...own.filter((path) => !isShared(path)).map((path) => highestAbove(path, isFree) ?? path),
    ...hiddenReal.flatMap((path) => highestAbove(path, isFree) ?? []),
  ].filter((path) => !hiddenReal.some((folder) => isWithin(path, folder)));
  const all = [...new Set(tops)];
  return all.filter((path) => !all.some((other) => other !== path && isWithin(path, other)));
}

/** The highest folder above, in which the way down can be renamed. */
function highestAbove(path: string, isFree: (path: string) => boolean): string | undefined {
  const above = dirname(path);
  if (above === path) return undefined;
  return highestAbove(above, isFree) ?? (isFree(above) ? above : undefined);
}

/** The installation or checkout: the highest folder above this file that has a `package.json`. */
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

/** The root, and folders like `/tmp`, in which an entry can be replaced by its owner alone. */
function isShared(path: string): boolean {
  return path === '/' || (statSync(path).mode & sticky) !== 0;
}

/** An owner may give itself the right. */
function canWrite(path: string): boolean {
  try {
    if (statSync(path).uid !== process.getuid?.()) accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
