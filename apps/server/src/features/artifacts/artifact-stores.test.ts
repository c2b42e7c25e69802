import { skipIf } from '@millrace/test-support/skip-if';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { artifactsOf } from '../../../testing/artifacts-of.ts';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { startStubS3 } from '../../../testing/stub-s3.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { type TestStore, testStores } from '../../../testing/test-stores.ts';
import { uploadArtifact } from '../../../testing/upload-artifact.ts';

const path = '/api/repos/ada/project/builds/1/artifacts';

describe.for(testStores)('artifacts in $name', ({ isThere, start }) => {
  let testStore: TestStore;
  let server: TestServer;
  let ada: { token: string };
  beforeEach(async () => {
    if (!isThere) return;
    testStore = await start();
    server = await startTestServer({ env: testStore.env });
    ada = await server.addUser('ada');
    await pushSampleRepo(server, 'ada');
  });
  afterEach(async () => {
    await server?.stop();
    await testStore?.stop();
  });

  it(
    'are uploaded, downloaded and deleted, and an unavailable store is retried',
    skipIf(!isThere && 'MILLRACE_TEST_S3 is not set'),
    async () => {
      const api = runnerApiOf(server);
      const { step } = await startNextStage(api);
      const content = Buffer.alloc(3_000_000, 'content');
      await uploadArtifact(api, step.id, 'a.bin', content);
      const read = (headers = {}) =>
        server.app.inject({ url: `${path}/1/1/a.bin`, headers: { ...bearer(ada), ...headers } });
      expect(Buffer.compare((await read()).rawPayload, content)).toBe(0);
      expect((await read({ range: 'bytes=7-13' })).body).toBe('content');
      await testStore.pause();
      expect((await read()).statusCode).toBe(503);
      await expect(uploadArtifact(api, step.id, 'b.bin', 'b')).rejects.toThrow(
        'The object store is away',
      );
      await server.app.inject({ method: 'DELETE', url: path, headers: bearer(ada) });
      await testStore.resume();
      const { cleaner } = artifactsOf(server);
      cleaner.run();
      await expect.poll(() => testStore.list(), { timeout: 60_000 }).toEqual([]);
      await cleaner.stop();
    },
  );
});

it('fails an upload that the store accepts and does not store', async () => {
  const stub = await startStubS3();
  const server = await startTestServer({ env: stub.env });
  onTestFinished(() => server.stop());
  const ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  const api = runnerApiOf(server);
  const { step } = await startNextStage(api);
  const list = async () =>
    (await server.app.inject({ url: path, headers: bearer(ada) })).json<{ path: string }[]>();
  stub.keep = () => null;
  await expect(uploadArtifact(api, step.id, 'a.bin', 'a')).rejects.toThrow(
    'did not store an upload',
  );
  expect(await list()).toEqual([]);
  stub.keep = (bytes) => bytes;
  await uploadArtifact(api, step.id, 'a.bin', 'a');
  expect(await list()).toMatchObject([{ path: 'a.bin', size: 1 }]);
});
