import type { Stage } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { execFilter, runnerApiOf } from '../../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';

const branch = '$'.concat('{DRONE_BRANCH}');
const pipeline = `kind: pipeline
type: exec
name: first
services: [{ name: db, commands: [sleep 9] }]
steps:
  - { name: test, commands: [exit 3] }
  - { name: watch, detach: true, commands: [sleep 9] }
  - { name: 'check-${branch}', commands: [exit 4] }
---
kind: pipeline
type: exec
name: last
depends_on: [first]
services: [{ name: mail, commands: [sleep 9] }]
steps:
  - { name: 'deploy-${branch}', commands: [exit 5] }
  - { name: serve, detach: true, commands: [sleep 9] }
`;

let server: TestServer;
let ada: { token: string };
beforeEach(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada', 'project', pipeline);
  const method = 'PATCH';
  const headers = { ...bearer(ada), 'content-type': 'application/json' };
  const url = `${server.url}/api/repos/ada/project/terminal-settings`;
  await fetch(url, { method, headers, body: JSON.stringify({ keep_failed: true }) });
  await failFirstStage();
});
afterEach(() => server.stop());

/** The second stage never starts. */
async function failFirstStage(): Promise<void> {
  const runner = runnerApiOf(server);
  const queued = await runner.requestStage({ body: execFilter }, AbortSignal.timeout(5000));
  const params = { stage: queued?.id ?? 0 };
  const accepted = await runner.acceptStage({ params, query: { machine: 'tester' } });
  const names = ['clone', 'db', 'test', 'watch', 'check-main'];
  const steps = names.map((name, at) => ({
    id: 0,
    step_id: accepted.id,
    number: at + 1,
    name,
    exit_code: 0,
    version: 0,
    ...(name === 'db' || name === 'watch' ? { detached: true } : {}),
    status: 'failure' as const,
  }));
  const body: Stage = { ...accepted, status: 'running', started: 1, steps };
  const running = await runner.updateStage({ params, body });
  await runner.updateStage({ params, body: { ...running, status: 'failure', stopped: 2 } });
}

async function restart(stage: string, step: string, more: Record<string, string> = {}) {
  const query = new URLSearchParams({ pause_stage: stage, pause_step: step, ...more });
  const url = `${server.url}/api/repos/ada/project/builds/1?${query}`;
  const answer = await fetch(url, { method: 'POST', headers: bearer(ada) });
  const { message, pause_before: pause } = (await answer.json()) as Record<string, unknown>;
  return answer.ok ? pause : message;
}

it.each([
  ['first', 'test'],
  ['first', 'check-main'],
  ['first', 'check-next'],
  ['last', 'deploy-main'],
])('pauses in the stage %s before %s', async (stage, step) => {
  expect(await restart(stage, step)).toEqual({ stage, step });
});

const notBefore = (step: string) =>
  `The build cannot pause before "${step}": a stage does not wait for services and detached steps`;
const noStep = (stage: string, step: string) =>
  `The stage "${stage}" of build 1 has no step "${step}"`;

it.each([
  ['first', 'clone', 'The build cannot pause before the clone, as it has no files yet'],
  ['last', 'clone', 'The build cannot pause before the clone, as it has no files yet'],
  ['first', 'db', notBefore('db')],
  ['first', 'watch', notBefore('watch')],
  ['last', 'mail', notBefore('mail')],
  ['last', 'serve', notBefore('serve')],
  ['first', 'bake', noStep('first', 'bake')],
  ['last', 'bake', noStep('last', 'bake')],
  ['other', 'test', 'Build 1 has no stage "other"'],
])('does not pause in the stage %s before %s', async (stage, step, message) => {
  expect(await restart(stage, step)).toBe(message);
});

it('does not pause a restart of the failed stages', async () => {
  const message = 'A restart of the failed stages cannot pause';
  expect(await restart('first', 'test', { only: 'failed' })).toBe(message);
});
