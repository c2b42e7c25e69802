import { createOpenApi } from '@millrace/contract/openapi';
import { rpcPath, secretHeader } from '@millrace/contract/runner';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildsOf } from '../testing/builds-of.ts';
import { runnerApiOf, startNextStage } from '../testing/fake-work.ts';
import { callsOf, operationsOf } from '../testing/fuzz-calls.ts';
import { sendRaw } from '../testing/raw-call.ts';
import { rpcEnvironment, rpcSecret } from '../testing/rpc-client.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts';

/** `MILLRACE_TEST_DEEP=1` makes 200,000 calls; `MILLRACE_TEST_SEED=N` makes those of a failure again. */
const numRuns = process.env.MILLRACE_TEST_DEEP === '1' ? 200_000 : 1000;
const seed = Number(process.env.MILLRACE_TEST_SEED) || Date.now() % 1_000_000;
const deepTimeoutMs = 60 * 60_000;
/** After so many calls, what they took away is put back. */
const callsBetweenRestores = 500;

let server: TestServer;
let callers: Record<string, [string, string][]>;
beforeAll(async () => {
  server = await startTestServer({ env: rpcEnvironment, longPollMs: 20 });
  const ada = await server.addUser('ada');
  const root = await server.addUser('root', { admin: true });
  for (const login of ['bob', 'eve', 'mallory']) await server.addUser(login);
  callers = {
    guest: [],
    user: Object.entries(bearer(ada)),
    admin: Object.entries(bearer(root)),
    runner: [[secretHeader, rpcSecret]],
  };
  await restore();
  for (const _ of names) await runStep();
});
afterAll(() => server.stop());

const names = ['one', 'two', 'three'];
const registry = { address: 'fuzz', username: 'fuzz', password: 'x' };

async function restore(): Promise<void> {
  const { repos, builds } = server.core;
  const { buildStarter } = buildsOf(server);
  for (const name of names) {
    const { id } =
      (await repos.findBySlug(`ada/${name}`)) ?? (await pushSampleRepo(server, 'ada', name));
    await repos.update(id, { active: true, configPath: '.drone.yml', visibility: 'public' });
    const repo = await repos.findById(id);
    await ask(`/api/repos/ada/${name}/secrets`, { name: 'fuzz', data: 'x' });
    await ask(`/api/repos/ada/${name}/registries`, registry);
    await ask(`/api/repos/ada/${name}/cron`, { name: 'fuzz', expr: '@daily', branch: 'main' });
    if (!repo || (await builds.findByNumber(id, 1))) continue;
    const wanted = { branch: 'main', commit: '', params: {} };
    await buildStarter.startBuild(repo, { id: 1, login: 'ada' }, wanted);
  }
  for (const owner of ['secrets/ada', 'system/secrets']) {
    await ask(`/api/${owner}`, { name: 'fuzz', data: 'x' });
  }
  for (const owner of ['registries/ada', 'system/registries']) await ask(`/api/${owner}`, registry);
  await ask('/api/templates/ada', { name: 'fuzz.yaml', data: 'kind: pipeline' });
}

/** Refused where what it makes is there still. */
function ask(path: string, body: object): Promise<Response> {
  return fetch(server.url + path, {
    method: 'POST',
    headers: [...(callers.admin ?? []), ['content-type', 'application/json']],
    body: JSON.stringify(body),
  });
}

/** A step that runs, with a log and a card. */
async function runStep(): Promise<void> {
  const api = runnerApiOf(server);
  const { step } = await startNextStage(api);
  await api.appendLogs({ params: { step: step.id }, body: [{ pos: 0, out: 'hello\n', time: 0 }] });
  await api.createCard({
    params: { step: step.id },
    body: { schema: 'http://127.0.0.1:1/card.json', data: {} },
  });
}

/** It would end what the callers sign in with. */
const isOwnToken = (path: string) => path === '/api/user/token';
const callersOf = (path: string) =>
  path.startsWith(rpcPath) ? ['admin', 'runner', 'runner'] : ['guest', 'user', 'admin', 'admin'];

const statusLine = /^HTTP\/1\.1 (\d{3}) /;

it(
  `answers every call without a server error (MILLRACE_TEST_SEED=${seed})`,
  async () => {
    const operations = operationsOf(createOpenApi('1.0.0')).filter(({ path }) => !isOwnToken(path));
    const call = fc.oneof(
      ...operations.map((operation) =>
        fc.tuple(fc.constantFrom(...callersOf(operation.path)), callsOf(operation)),
      ),
    );
    const port = Number(new URL(server.url).port);
    const statuses = new Map<string, number>();
    let calls = 0;
    const property = fc.asyncProperty(call, async ([caller, made]) => {
      if (++calls % callsBetweenRestores === 0) await restore();
      const headers = [...(callers[caller] ?? []), ...made.headers];
      const answer = await sendRaw(port, { ...made, headers });
      const [, status = 'none'] = statusLine.exec(answer) ?? [];
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status, answer.slice(0, 1000)).toMatch(/^[234]/);
    });
    await fc.assert(property, { numRuns, seed });
    // Calls that are all refused at once would find nothing.
    const fine = (statuses.get('200') ?? 0) + (statuses.get('204') ?? 0);
    expect(fine / calls, JSON.stringify([...statuses])).toBeGreaterThan(0.15);
  },
  deepTimeoutMs,
);
