import { randomBytes } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { runnerApiOf, startNextStage } from '../../testing/fake-work.ts';
import { serverOfFile } from '../../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../../testing/test-server.ts';
import { uploadArtifact } from '../../testing/upload-artifact.ts';

const path = '/api/repos/ada/project/builds/1/artifacts';
const megabytes = 16;
const size = megabytes * 1024 * 1024;

const server = await serverOfFile();
const headers = bearer(await server.addUser('ada'));
await pushSampleRepo(server, 'ada');
const { step } = await startNextStage(runnerApiOf(server));
await uploadArtifact(runnerApiOf(server), step.id, 'large.bin', randomBytes(size));

it.each([
  ['a file', '/1/1/large.bin', String(size)],
  ['an archive', '/archive', null],
])('does not read %s for a HEAD request', async (_, query, length) => {
  const reads = vi.spyOn(server.core.artifactStore, 'get');
  const head = await fetch(server.url + path + query, { method: 'HEAD', headers });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, length]);
  // If the server still read the body, it would do so during this call.
  const whole = await fetch(server.url + path + query, { headers });
  await whole.arrayBuffer();
  expect(reads.mock.calls.length).toBeLessThan(megabytes + 4);
  reads.mockRestore();
});
