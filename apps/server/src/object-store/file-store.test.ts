import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { NoSpaceError } from '@millrace/contract/api-errors';
import { skipIf } from '@millrace/test-support/skip-if';
import { expect, it, onTestFinished } from 'vitest';
import { mountSmallDisk } from '../../testing/small-disk.ts';
import { DiskReserve } from '../shared/disk-reserve.ts';
import { FileStore } from './file-store.ts';

const disk = mountSmallDisk(4);

// Only root may mount a disk that is small enough to be filled.
it(
  'leaves nothing of an object if the disk is full',
  skipIf(!disk && 'this account may not mount a small disk'),
  async () => {
    if (!disk) return;
    onTestFinished(() => disk.remove());
    const store = new FileStore(disk.folder, new DiskReserve(disk.folder, 0));
    await store.put('a/first.bin', Buffer.from('first'));
    const free = await disk.free();
    const body = {
      size: 8_000_000,
      async *[Symbol.asyncIterator]() {
        for (let at = 0; at < 80; at++) yield Buffer.alloc(100_000);
      },
    };
    await expect(store.put('a/second.bin', body)).rejects.toThrow(NoSpaceError);
    await expect(store.put('a/second.bin', Buffer.alloc(8_000_000))).rejects.toThrow(NoSpaceError);
    expect(await disk.free()).toBe(free);
    expect(await readdir(join(disk.folder, 'a'))).toEqual(['first.bin']);
    await store.put('a/second.bin', Buffer.from('second'));
  },
);
