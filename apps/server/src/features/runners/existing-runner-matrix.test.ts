import type { Stage } from '@millrace/contract/api';
import type { DetailsMessage } from '@millrace/contract/runner';
import { parsePipelineFile } from '@millrace/pipeline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RpcClient, rpcClient, rpcEnvironment } from '../../../testing/rpc-client.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let rpc: RpcClient;
beforeEach(async () => {
  server = await startTestServer({ env: rpcEnvironment });
  await server.addUser('ada');
  rpc = rpcClient(server);
});
afterEach(() => server.stop());

it('gives an existing runner a pipeline for each combination of a matrix', async () => {
  const text = `kind: pipeline\ntype: exec\nname: test\nmatrix: { GO: ['1.20', '1.21'] }\nsteps: [{ name: a, commands: ['go\${GO}'] }]\n`;
  await pushSampleRepo(server, 'ada', 'matrix', text);
  const queued = await rpc.ask<Stage>('POST', '/stage', { kind: 'pipeline', type: 'exec' });
  const stage = await rpc.ask<Stage>('POST', `/stage/${queued.id}?machine=theirs`);
  const { config } = await rpc.ask<DetailsMessage>('GET', `/stage/${stage.id}`);
  const { pipelines } = parsePipelineFile(Buffer.from(config.Data, 'base64').toString());
  expect(stage.name).toBe('test (1.20)');
  expect(pipelines.map(({ name, steps }) => [name, steps[0]?.commands])).toEqual([
    ['test (1.20)', ['go1.20']],
    ['test (1.21)', ['go1.21']],
  ]);
});
