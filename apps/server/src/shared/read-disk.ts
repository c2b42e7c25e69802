import { statfs } from 'node:fs/promises';

/** Returns the space on the disk of the data folder, and what must stay free, in bytes. */
export async function readDisk(config: {
  dataDir: string;
  diskReserveBytes: number;
}): Promise<{ free: number; total: number; reserve: number }> {
  const { bavail, blocks, bsize } = await statfs(config.dataDir);
  return { free: bavail * bsize, total: blocks * bsize, reserve: config.diskReserveBytes };
}
