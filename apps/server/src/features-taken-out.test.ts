import * as contract from '@millrace/contract/api';
import { uploadKinds } from '@millrace/contract/step-files';
import { afterEach, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts';
import { featureNames } from './features.ts';

/** Features without which the server has no users, repositories, builds or runners. */
const needed = ['users', 'repos', 'git-hosting', 'webhooks', 'runners', 'queue', 'builds', 'logs'];
const optional = featureNames.filter((name) => !needed.includes(name));

const pipeline = `kind: pipeline
type: exec
name: first
steps:
  - { name: greet, commands: [echo] }
`;
/** Values of the parameters of paths; all others are 1. */
const params: Record<string, string> = { namespace: 'ada', name: 'project', login: 'ada' };

let server: TestServer;
afterEach(() => server.stop());

/** Refusals of a call whose feature is absent. A fault of the server is none. */
async function mayBeRefused(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    expect(error).toMatchObject({ message: expect.stringMatching(/./) });
    expect(String(error)).not.toMatch(/No feature|Internal/);
  });
}

async function runBuild(): Promise<void> {
  const api = runnerApiOf(server);
  const { stage, step } = await startNextStage(api);
  const own = { params: { step: step.id } };
  expect((await api.getStageDetails({ params: { stage: stage.id } })).stage.name).toBe('first');
  await mayBeRefused(
    api.appendLogs({ ...own, body: [{ pos: 0, out: 'error: hello\n', time: 0 }] }),
  );
  await mayBeRefused(api.setOutputs({ ...own, body: [{ name: 'A', data: 'b', isMasked: false }] }));
  const card = { schema: 'http://127.0.0.1:1/card.json', data: {} };
  await mayBeRefused(api.createCard({ ...own, body: card }));
  for (const kind of uploadKinds) {
    const text = Buffer.from('<testsuite/>');
    const read = async function* () {
      yield text;
    };
    await mayBeRefused(
      api.sendFile(
        { ...own, query: { kind, path: 'a.xml' }, file: { size: text.length, read } },
        AbortSignal.timeout(10_000),
      ),
    );
  }
  await mayBeRefused(api.keepStep(own));
  const end = { stopped: 2, exit_code: 1, status: 'failure' } as const;
  await api.updateStep({ ...own, body: { ...step, ...end } });
  await api.updateStage({
    params: { stage: stage.id },
    body: { ...stage, status: 'failure', stopped: 2 },
  });
}

it.each(optional)('builds, and answers every call, without the feature %s', async (name) => {
  server = await startTestServer({ without: [name], longPollMs: 20 });
  const ada = await server.addUser('ada', { admin: true });
  await pushSampleRepo(server, 'ada', 'project', pipeline);
  await runBuild();
  const build = await server.app.inject({
    url: '/api/repos/ada/project/builds/1',
    headers: bearer(ada),
  });
  expect(build.json()).toMatchObject({ status: 'failure', stages: [{ status: 'failure' }] });
  for (const endpoint of Object.values(contract)) {
    if (!isGet(endpoint)) continue;
    const url = endpoint.path.replaceAll(/:(\w+)/g, (_, param: string) => params[param] ?? '1');
    const { statusCode, body } = await server.app.inject({ url, headers: bearer(ada) });
    expect(statusCode, `${url}: ${body}`).toBeLessThan(500);
  }
});

function isGet(value: unknown): value is { path: string } {
  return typeof value === 'object' && value !== null && 'method' in value && value.method === 'GET';
}
