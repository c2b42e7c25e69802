import { readFile, stat } from 'node:fs/promises';
import { posix } from 'node:path';

const { join, relative } = posix;

interface Mount {
  device: string;
  /** What of the device is there. */
  root: string;
  place: string;
}

interface Place {
  place: string;
  /** False where a part of the folder is, and not all of it. */
  isWhole: boolean;
}

/** Every real path at which the folder itself, or one below it, can be reached on this system. */
export async function findPlacesOf(folder: string): Promise<string[]> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  const own = await stat(folder);
  const places: string[] = [];
  for (const { place, isWhole } of otherPlaces(mounts, folder)) {
    const found = await stat(place).catch(() => undefined);
    // Something else may be mounted over it.
    const isOwn = found?.dev === own.dev && (!isWhole || found.ino === own.ino);
    if (isOwn && found.isDirectory()) places.push(place);
  }
  return [folder, ...places];
}

/** Where the folder, or a part of it, is mounted once more. */
export function otherPlaces(mountInfo: string, folder: string): Place[] {
  const mounts = mountInfo.split('\n').flatMap(readMount);
  // Of several at one place the last hides the others.
  const own = mounts
    .filter(({ place }) => isWithin(folder, place))
    .reduce<Mount | undefined>((best, mount) => {
      return best && best.place.length > mount.place.length ? best : mount;
    }, undefined);
  if (!own) return [];
  const onDevice = join(own.root, relative(own.place, folder));
  return mounts.flatMap((mount): Place[] => {
    if (mount.device !== own.device || mount === own) return [];
    if (isWithin(onDevice, mount.root)) {
      return [{ place: join(mount.place, relative(mount.root, onDevice)), isWhole: true }];
    }
    const isPart = isWithin(mount.root, onDevice) && !isWithin(mount.place, folder);
    return isPart ? [{ place: mount.place, isWhole: false }] : [];
  });
}

function readMount(line: string): Mount[] {
  const [, , device, root, place] = line.split(' ');
  if (!device || !root || !place) return [];
  return [{ device, root: unescaped(root), place: unescaped(place) }];
}

/** Spaces and the like are written in octal. */
function unescaped(path: string): string {
  return path.replaceAll(/\\(\d{3})/g, (_, octal) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}
