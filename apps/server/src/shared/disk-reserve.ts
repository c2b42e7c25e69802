import { statfs } from 'node:fs/promises';
import { NoSpaceError } from '@millrace/contract/api-errors';
import { formatSize } from '@millrace/contract/format-size';

/** Reserved disk space for a file that is being written. */
export interface DiskClaim {
  /** Subtracts bytes that were written: the file system counts them from now on. */
  written(bytes: number): void;
  release(): void;
}

/**
 * Disk space that files and logs must leave free, so that the database can still be written for sign-ins,
 * cancels and deletions. Files that are written concurrently count with their full sizes.
 */
export class DiskReserve {
  private readonly folder: string;
  private readonly reserveBytes: number;
  private claimedBytes = 0;

  constructor(folder: string, reserveBytes: number) {
    this.folder = folder;
    this.reserveBytes = reserveBytes;
  }

  /** @throws NoSpaceError if less than the reserve would be left */
  async claim(bytes: number): Promise<DiskClaim> {
    const { bavail, bsize } = await statfs(this.folder);
    const remaining = bavail * bsize - this.claimedBytes - bytes;
    if (this.reserveBytes > 0 && remaining < this.reserveBytes) throw this.refusal();
    let rest = bytes;
    this.claimedBytes += rest;
    const written = (count: number) => {
      const gone = Math.min(count, rest);
      rest -= gone;
      this.claimedBytes -= gone;
    };
    return { written, release: () => written(rest) };
  }

  /** @throws NoSpaceError if less than the reserve is left */
  async require(): Promise<void> {
    (await this.claim(0)).release();
  }

  private refusal(): NoSpaceError {
    const reserve = formatSize(this.reserveBytes);
    return new NoSpaceError(
      `The server keeps ${reserve} of its disk free (MILLRACE_DISK_RESERVE_MB), and this would use them. An administrator must free space.`,
    );
  }
}
