import type { RunnerApi } from '@millrace/contract/runner';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { rpcClient, rpcEnvironment, startOverRpc } from '../../../testing/rpc-client.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let api: RunnerApi;

const pipeline = (name: string, more = '') =>
  `kind: pipeline\ntype: exec\nname: ${name}\n${more}steps: [{ name: greet, commands: [a] }]\n`;
const file = [
  pipeline('first'),
  pipeline('second', 'depends_on: [first]\n'),
  pipeline('third', 'depends_on: [second]\n'),
].join('---\n');

beforeEach(async () => {
  server = await startTestServer({ env: rpcEnvironment });
  await server.addUser('ada');
  await pushSampleRepo(server, 'ada', 'project', file);
  api = runnerApiOf(server);
});
afterEach(() => server.stop());

const output = (name: string, data: string, isMasked = false) => ({ name, data, isMasked });

/** Runs the next stage with these outputs; returns those that it got from earlier stages. */
async function runNext(outputs: ReturnType<typeof output>[]) {
  const { stage, step } = await startNextStage(api);
  const details = await api.getStageDetails({ params: { stage: stage.id } });
  await api.setOutputs({ params: { step: step.id }, body: outputs });
  const ended = await api.updateStep({
    params: { step: step.id },
    body: { ...step, status: 'success', exit_code: 0, stopped: 2 },
  });
  await api.updateStage({
    params: { stage: stage.id },
    body: { ...stage, status: 'success', exit_code: 0, stopped: 2, steps: [ended] },
  });
  return details.outputs ?? [];
}

it('gives outputs to the stages that depend on theirs, the nearest last', async () => {
  const first = [output('A', '1'), output('TOKEN', 'hunter22', true)];
  expect(await runNext(first)).toEqual([]);
  expect(await runNext([output('A', '2')])).toEqual(first);
  expect(await runNext([])).toEqual([...first, output('A', '2')]);
  const rows = await server.core.db.selectFrom('stage_outputs').selectAll().execute();
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toContain('hunter22');
});

it('rejects names that describe the build, too many outputs, and steps that are not running', async () => {
  const rpc = rpcClient(server);
  const { step } = await startOverRpc(rpc);
  const send = (id: number, body: unknown) => rpc('POST', `/step/${id}/outputs`, body);
  const many = Array.from({ length: 101 }, (_, at) => output(`A${at}`, 'x'));
  const statuses = await Promise.all([
    send(step.id, [output('DRONE_TAG', 'v1')]),
    send(step.id, [output('a b', 'x')]),
    send(step.id, many),
    send(step.id + 999, [output('A', '1')]),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 409]);
});
