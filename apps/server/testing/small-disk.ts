import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate file system with little space. */
export interface SmallDisk {
  folder: string;
  /** Leaves this number of bytes free; 0 fills the disk. */
  leaveFree(bytes: number): Promise<void>;
  free(): Promise<number>;
  remove(): void;
}

/** Mounts a small file system. Returns null if this account may not mount. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-small-disk-'));
  try {
    const options = `size=${megabytes}m,mode=700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmdirSync(folder);
    return null;
  }
  const filler = join(folder, 'filler');
  const free = async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  return {
    folder,
    free,
    async leaveFree(bytes) {
      await rm(filler, { force: true });
      await writeFile(filler, Buffer.alloc(Math.max(0, (await free()) - bytes)));
    },
    remove() {
      execFileSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}
