import type { Stage } from '@millrace/contract/api';
import type { DetailsMessage } from '@millrace/contract/runner';
import { parsePipelineFile } from '@millrace/pipeline';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
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

it('gives an existing runner the stages that an output has decided', async () => {
  const source = '{ from_output: { pipeline: plan, name: targets } }';
  const pipeline = (name: string, more: string) =>
    `kind: pipeline\ntype: exec\nname: ${name}\n${more}steps: [{ name: a, commands: ['go \${T}'] }]\n`;
  const matrix = `depends_on: [plan]\nmatrix: { T: ${source} }\n`;
  const text = `${pipeline('plan', '')}---\n${pipeline('test', matrix)}`;
  await pushSampleRepo(server, 'ada', 'open', text);
  const api = runnerApiOf(server);
  const { stage: plan, step } = await startNextStage(api);
  const output = { name: 'targets', data: '["x", "y"]', isMasked: false };
  await api.setOutputs({ params: { step: step.id }, body: [output] });
  await api.updateStage({
    params: { stage: plan.id },
    body: { ...plan, status: 'success', stopped: 2, steps: [{ ...step, status: 'success' }] },
  });
  const loop = server.features.jobs.get('expandMatrices');
  onTestFinished(() => loop?.stop());
  loop?.run();
  const queued = await rpc.ask<Stage>('POST', '/stage', { kind: 'pipeline', type: 'exec' });
  const stage = await rpc.ask<Stage>('POST', `/stage/${queued.id}?machine=theirs`);
  const { config } = await rpc.ask<DetailsMessage>('GET', `/stage/${stage.id}`);
  const { pipelines } = parsePipelineFile(Buffer.from(config.Data, 'base64').toString());
  expect(stage.name).toBe('test (x)');
  expect(pipelines.map(({ name, steps }) => [name, steps[0]?.commands])).toEqual([
    ['plan', ['go ${T}']],
    ['test (x)', ['go x']],
    ['test (y)', ['go y']],
  ]);
});
