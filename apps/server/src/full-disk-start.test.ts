import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '@millrace/node-kit/logger';
import { skipIf } from '@millrace/test-support/skip-if';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { wantsPostgres } from '../testing/test-database.ts';
import { password } from '../testing/test-server.ts';
import { readConfig } from './config/config.ts';
import { startServer } from './server.ts';

const disk = mountSmallDisk(64);

// Only root may mount a disk that is small enough to be filled.
describe(
  'a start on a full disk',
  skipIf(wantsPostgres ? 'only for SQLite' : !disk && 'this account may not mount a small disk'),
  () => {
    const data = join(disk?.folder ?? '', 'data');
    const logger = createLogger('silent');
    const start = () =>
      startServer(
        readConfig({
          MILLRACE_DATA: data,
          MILLRACE_PORT: '0',
          MILLRACE_RUNNER_CAPACITY: '0',
          MILLRACE_ADMIN_PASSWORD: password,
        }),
        logger,
      );
    afterAll(() => disk?.remove());

    it('succeeds, and says what to do', async () => {
      await (await start()).stop();
      await disk?.leaveFree(0);
      expect(await disk?.free()).toBe(0);
      const error = vi.spyOn(logger, 'error');
      const server = await start();
      expect(error).toHaveBeenCalledWith(expect.stringContaining('Free space now'));
      error.mockRestore();
      const signIn = await fetch(`${server.url}/login`, {
        method: 'POST',
        body: new URLSearchParams({ username: 'admin', password }),
        headers: { origin: server.url },
        redirect: 'manual',
      });
      expect(signIn.status).toBe(303);
      await server.stop();
    });

    it('ends with what to do if other programs use the last space too', async () => {
      await rm(join(data, 'emergency-space'), { force: true });
      await disk?.leaveFree(0);
      await expect(start()).rejects.toThrow(
        `The disk of the data folder ${data} is full: 0 bytes are free, and a start needs 8 MB. Delete files of other programs on this disk, or enlarge it, and start the server again.`,
      );
      await disk?.leaveFree(30_000_000);
      await (await start()).stop();
    });
  },
);
