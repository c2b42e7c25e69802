import { join } from 'node:path';
import { NoSpaceError } from '@millrace/contract/api-errors';
import { FileRefusal } from '@millrace/contract/runner';
import { skipIf } from '@millrace/test-support/skip-if';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../testing/fake-work.ts';
import { logLines } from '../testing/first-build.ts';
import { listFiles } from '../testing/s3-server.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { wantsPostgres } from '../testing/test-database.ts';
import {
  bearer,
  password,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts';
import { uploadArtifact } from '../testing/upload-artifact.ts';

const megabyte = 1_000_000;
const disk = mountSmallDisk(64);

// Only root may mount a disk that is small enough to be filled.
describe(
  'a server on a small disk',
  skipIf(wantsPostgres ? 'only for SQLite' : !disk && 'this account may not mount a small disk'),
  () => {
    let server: TestServer;
    let ada: Awaited<ReturnType<TestServer['addUser']>>;
    let step: Awaited<ReturnType<typeof startNextStage>>['step'];
    beforeAll(async () => {
      server = await startTestServer({
        env: {
          MILLRACE_DATA: join(disk?.folder ?? '', 'data'),
          MILLRACE_DISK_RESERVE_MB: '20',
        },
      });
      ada = await server.addUser('ada');
      await pushSampleRepo(server, 'ada');
      ({ step } = await startNextStage(runnerApiOf(server)));
    });
    afterAll(async () => {
      await server.stop();
      disk?.remove();
    });

    const signIn = () =>
      server.app.inject({
        method: 'POST',
        url: '/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ username: 'ada', password }).toString(),
      });
    const call = (method: 'GET' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
      server.app.inject({
        method,
        url: `/api/repos/ada/project${url}`,
        headers: bearer(ada),
        ...(payload ? { payload } : {}),
      });
    const leave = (size: number) =>
      uploadArtifact(runnerApiOf(server), step.id, 'large.bin', Buffer.alloc(size));
    let lines = 0;
    const append = (line: string) =>
      runnerApiOf(server).appendLogs({
        params: { step: step.id },
        body: [{ pos: lines++, out: `${line}\n`, time: 0 }],
      });
    const stored = () => listFiles(server.core.dirs.artifacts);
    const fill = (bytes: number) => disk?.leaveFree(bytes);

    it('rejects a file larger than the free space, and continues', async () => {
      await fill(40 * megabyte);
      await expect(leave(100 * megabyte)).rejects.toThrow(FileRefusal);
      await expect(leave(30 * megabyte)).rejects.toThrow(
        'The server keeps 20 MB of its disk free (MILLRACE_DISK_RESERVE_MB)',
      );
      expect(await stored()).toEqual([]);
      expect((await signIn()).statusCode).toBe(303);
      await append('one');
      await leave(1 * megabyte);
      expect(await stored()).toHaveLength(1);
    });

    it('counts concurrent uploads', async () => {
      await fill(45 * megabyte);
      const results = await Promise.allSettled(
        ['a', 'b', 'c'].map((path) =>
          uploadArtifact(runnerApiOf(server), step.id, path, Buffer.alloc(15 * megabyte)),
        ),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('keeps its reserve for changes: files and logs are rejected', async () => {
      await fill(10 * megabyte);
      await expect(leave(1)).rejects.toThrow(FileRefusal);
      await expect(append('two')).rejects.toThrow(NoSpaceError);
      expect((await signIn()).statusCode).toBe(303);
      expect((await call('PATCH', '', { timeout: 30 })).statusCode).toBe(200);
      expect((await call('GET', '/builds/1/logs/1/1')).json()).toMatchObject(logLines('one'));
    });

    it('reports the reason on a full disk, and works again afterwards', async () => {
      await fill(0);
      const message = 'The disk of the server is full. An administrator must free space.';
      // The database has some room in its own files.
      let answer = await signIn();
      for (let tries = 0; answer.statusCode === 303 && tries < 1000; tries++)
        answer = await signIn();
      expect([answer.statusCode, answer.json()]).toEqual([507, { message, code: 'no_space' }]);
      expect(answer.headers['retry-after']).toBe('30');
      let timeout = 40;
      for (const change of [
        () => call('DELETE', '/builds/1'),
        () => call('PATCH', '', { timeout: timeout++ }),
      ]) {
        let refused = await change();
        for (let tries = 0; refused.statusCode === 200 && tries < 1000; tries++) {
          refused = await change();
        }
        expect([refused.statusCode, refused.json()]).toEqual([507, { message, code: 'no_space' }]);
      }
      expect((await call('GET', '/builds/1')).json()).toMatchObject({ status: 'running' });
      await fill(40 * megabyte);
      expect((await signIn()).statusCode).toBe(303);
      await append('two');
      expect((await call('DELETE', '/builds/1')).statusCode).toBe(200);
    });
  },
);
