import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';

interface Received {
  url: string | undefined;
  key: string | string[] | undefined;
  names: string[];
}

let receiver: Server;
let received: Received[];
let statuses: number[];
let server: TestServer;
beforeEach(async () => {
  received = [];
  statuses = [];
  receiver = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    const spans: { name: string }[] = body.resourceSpans[0].scopeSpans[0].spans;
    const names = spans.map(({ name }) => name);
    received.push({ url: request.url, key: request.headers['x-key'], names });
    response.writeHead(statuses.shift() ?? 200).end('{}');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  server = await startTestServer({
    env: {
      MILLRACE_OTLP_URL: `http://127.0.0.1:${port}`,
      MILLRACE_OTLP_HEADERS: 'x-key=a%20secret',
    },
    jobs: ['exportTraces'],
  });
  await server.addUser('ada');
});
afterEach(async () => {
  await server.stop();
  receiver.close();
});

const pipeline = `kind: pipeline
type: exec
name: first
steps: [{ name: greet, commands: [echo hello] }]
`;

async function runBuild(): Promise<void> {
  await pushSampleRepo(server, 'ada', 'project', pipeline);
  const runner = runnerApiOf(server);
  const { stage, step } = await startNextStage(runner);
  await runner.updateStep({ params: { step: step.id }, body: { ...step, status: 'success' } });
  await runner.updateStage({ params: { stage: stage.id }, body: { ...stage, status: 'success' } });
}
const listJobs = () => server.core.db.selectFrom('jobs').select(['kind', 'error']).execute();

it('sends a trace of each finished build', async () => {
  await runBuild();
  await expect.poll(() => received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    url: '/v1/traces',
    key: 'a secret',
    names: ['ada/project #1', 'first: wait', 'first', 'greet'],
  });
  await expect.poll(listJobs).toEqual([]);
});

it('retries while the receiver is unavailable', async () => {
  statuses = [503];
  await runBuild();
  await expect.poll(() => received).toHaveLength(1);
  await expect.poll(listJobs).toMatchObject([{ kind: 'trace', error: null }]);
  await server.core.db.updateTable('jobs').set({ due: 0 }).execute();
  server.core.bus.publish('jobAdded', {});
  await expect.poll(() => received).toHaveLength(2);
  await expect.poll(listJobs).toEqual([]);
});

it('fails if the receiver rejects the trace, without its credentials in the error', async () => {
  statuses = [401];
  await runBuild();
  await expect
    .poll(listJobs)
    .toMatchObject([{ error: expect.stringMatching(/\/v1\/traces responded with 401$/) }]);
  expect(JSON.stringify(await listJobs())).not.toContain('a secret');
});
