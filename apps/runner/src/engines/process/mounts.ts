import { readFile, stat } from 'node:fs/promises';
import { posix } from 'node:path';

const { join, relative } = posix;

interface Mount {
  device: string;
  /** Mounted subtree of the device. */
  root: string;
  mountPoint: string;
  /** Flags in the format of `mount`. */
  options: string;
}

interface MountPoint {
  mountPoint: string;
  /** False if only a part of the folder is mounted there. */
  isWhole: boolean;
}

/** Returns every real path on this system that leads to the folder or to a folder below it. */
export async function findPathsTo(folder: string): Promise<string[]> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  const own = await stat(folder);
  const mountPoints: string[] = [];
  for (const { mountPoint, isWhole } of otherMountPoints(mounts, folder)) {
    const found = await stat(mountPoint).catch(() => undefined);
    // Another file system may be mounted over it.
    const isOwn = found?.dev === own.dev && (!isWhole || found.ino === own.ino);
    if (isOwn && found.isDirectory()) mountPoints.push(mountPoint);
  }
  return [folder, ...mountPoints];
}

/** Returns the additional mount points of the folder or a part of it. */
export function otherMountPoints(mountInfo: string, folder: string): MountPoint[] {
  const mounts = mountInfo.split('\n').flatMap(readMount);
  const own = findMount(mounts, folder);
  if (!own) return [];
  const onDevice = join(own.root, relative(own.mountPoint, folder));
  return mounts.flatMap((mount): MountPoint[] => {
    if (mount.device !== own.device || mount === own) return [];
    if (isWithin(onDevice, mount.root)) {
      return [
        { mountPoint: join(mount.mountPoint, relative(mount.root, onDevice)), isWhole: true },
      ];
    }
    const isPart = isWithin(mount.root, onDevice) && !isWithin(mount.mountPoint, folder);
    return isPart ? [{ mountPoint: mount.mountPoint, isWhole: false }] : [];
  });
}

/** A folder to mount again, read-only. */
export interface ReadOnlyMount {
  mountPoint: string;
  /** Existing flags, which a user namespace must preserve. */
  options: string;
}

/** Returns the folder and each file system mounted below it, outside of the hidden folders. */
export async function findReadOnlyMounts(
  folder: string,
  hiddenDirs: readonly string[],
): Promise<ReadOnlyMount[]> {
  const mountInfo = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  return readOnlyMounts(mountInfo, folder, hiddenDirs);
}

export function readOnlyMounts(
  mountInfo: string,
  folder: string,
  hiddenDirs: readonly string[],
): ReadOnlyMount[] {
  const mounts = mountInfo.split('\n').flatMap(readMount);
  const below = mounts
    .map(({ mountPoint }) => mountPoint)
    .filter((mountPoint) => mountPoint !== folder && isWithin(mountPoint, folder))
    .filter((mountPoint) => !hiddenDirs.some((hidden) => isWithin(mountPoint, hidden)));
  return [folder, ...new Set(below)].map((mountPoint) => {
    const flags = findMount(mounts, mountPoint)?.options.split(',') ?? [];
    const others = flags.filter((flag) => flag !== 'rw' && flag !== 'ro');
    return { mountPoint, options: ['ro', ...others].join(',') };
  });
}

/** Returns the mount of a folder. If several have the same mount point, the last one hides the others. */
function findMount(mounts: readonly Mount[], folder: string): Mount | undefined {
  return mounts
    .filter(({ mountPoint }) => isWithin(folder, mountPoint))
    .reduce<Mount | undefined>((best, mount) => {
      return best && best.mountPoint.length > mount.mountPoint.length ? best : mount;
    }, undefined);
}

function readMount(line: string): Mount[] {
  const [, , device, root, mountPoint, options] = line.split(' ');
  if (!device || !root || !mountPoint || !options) return [];
  return [{ device, root: unescaped(root), mountPoint: unescaped(mountPoint), options }];
}

/** Decodes a path in which spaces and similar characters are written in octal. */
function unescaped(path: string): string {
  return path.replaceAll(/\\(\d{3})/g, (_, octal) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}
