import type { KeptStep, Terminal, TerminalInput, TerminalOutput } from '@millrace/contract/api';
import { FileRefusal, RunnerConflict } from '@millrace/contract/runner';
import { terminalLimits } from '@millrace/contract/terminals';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { KeptStepRunner } from '../../../testing/kept-step-runner.ts';
import { bearer, startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let ada: { login: string; token: string };
let runner: KeptStepRunner;

beforeEach(async () => {
  server = await startTestServer({ jobs: ['receivePushes'] });
  ada = await server.addUser('ada');
  runner = await KeptStepRunner.failStep(server, ada);
});
afterEach(() => server.stop());

const call = (method: string, path: string, body?: object, person = ada) =>
  fetch(`${server.url}/api/repos/ada/project/${path}`, {
    method,
    headers: { ...bearer(person), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const read = async <Result>(path: string) => (await (await call('GET', path)).json()) as Result;
const setMember = (login: string, role: 'read' | 'write') =>
  call('PUT', `collaborators/${login}`, { role });
const listKept = () => read<KeptStep[]>('builds/1/kept-steps');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const size = { columns: 80, rows: 24 };

async function open(): Promise<Terminal> {
  const [kept] = await listKept();
  const opened = await call('POST', `kept-steps/${kept?.id}/terminals`, size);
  expect(opened.status).toBe(200);
  return (await opened.json()) as Terminal;
}

/** Sends input, which the runner receives. Returns the status. */
const type = (terminal: Terminal, input: TerminalInput) =>
  runner.during(call('POST', `terminals/${terminal.id}/input`, input).then(({ status }) => status));
const readOutput = async (terminal: Terminal, from = 0) => {
  const output = await read<TerminalOutput>(`terminals/${terminal.id}/output?from=${from}`);
  return { ...output, data: Buffer.from(output.data, 'base64').toString() };
};

it('carries keys to the runner, and its output to the page', async () => {
  const { until } = await runner.keep();
  expect(until).toBeGreaterThan(Date.now() / 1000 + terminalLimits.keptSec - 10);
  const waiting = runner.watch();
  const terminal = await open();
  const opened = { open: [{ terminal: terminal.id, size }], close: [], inputs: [] };
  expect(await waiting).toEqual(opened);
  const input = { number: 1, data: base64('ls\r'), size: { columns: 100, rows: 30 } };
  expect(await type(terminal, input)).toBe(204);
  expect(await type(terminal, input)).toBe(204);
  expect(runner.inputs).toEqual([input]);
  const shown = readOutput(terminal);
  await runner.sendOutput(terminal.id, 0, 'fi');
  expect(await shown).toEqual({ data: 'fi', end: 2 });
  await runner.sendOutput(terminal.id, 2, 'le\n');
  await runner.sendOutput(terminal.id, 2, 'le\n');
  expect(await readOutput(terminal, 1)).toEqual({ data: 'ile\n', end: 5 });
  await runner.endTerminal(terminal.id, 3);
  const { terminal: ended } = await readOutput(terminal, 5);
  expect(ended).toMatchObject({ end_reason: 'exited', exit_code: 3, output_bytes: 5 });
});

it('refuses input that does not follow the last one, or the end of the terminal', async () => {
  await runner.keep();
  const terminal = await open();
  await runner.watch();
  const input = { number: 2, data: base64('x') };
  expect(await type(terminal, input)).toBe(409);
  await runner.endTerminal(terminal.id, 0);
  const late = await call('POST', `terminals/${terminal.id}/input`, { ...input, number: 1 });
  expect([late.status, await late.json()]).toEqual([
    400,
    { message: 'The terminal has ended', code: 'wrong_state' },
  ]);
  expect(runner.inputs).toEqual([]);
});

it('refuses input that no runner takes', async () => {
  await runner.keep();
  const terminal = await open();
  const answer = await call('POST', `terminals/${terminal.id}/input`, {
    number: 1,
    data: base64('x'),
  });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5']);
});

it('refuses the terminal of another person', async () => {
  await runner.keep();
  const terminal = await open();
  const eve = await server.addUser('eve');
  expect((await call('GET', `terminals/${terminal.id}/output`, undefined, eve)).status).toBe(404);
  await setMember('eve', 'read');
  expect((await call('GET', 'builds/1/kept-steps', undefined, eve)).status).toBe(403);
  await setMember('eve', 'write');
  expect((await call('GET', 'builds/1/kept-steps', undefined, eve)).status).toBe(200);
  const theirs = await call('GET', `terminals/${terminal.id}/output`, undefined, eve);
  expect(await theirs.json()).toEqual({
    message: 'Only the person who opened the terminal may use it',
    code: 'forbidden',
  });
  expect((await call('DELETE', `terminals/${terminal.id}`, undefined, eve)).status).toBe(204);
});

it('ends the terminals of a person who loses the permission', async () => {
  await runner.keep();
  const eve = await server.addUser('eve');
  await setMember('eve', 'write');
  const [kept] = await listKept();
  const opened = await call('POST', `kept-steps/${kept?.id}/terminals`, size, eve);
  const terminal = (await opened.json()) as Terminal;
  await runner.watch();
  const closed = runner.watch();
  const waiting = call('GET', `terminals/${terminal.id}/output`, undefined, eve);
  await setMember('eve', 'read');
  expect(await closed).toMatchObject({ open: [], close: [terminal.id] });
  // Refused too if it arrived after the change. The page asks again, and is refused.
  expect([204, 200, 403]).toContain((await waiting).status);
  const again = await call('GET', `terminals/${terminal.id}/output`, undefined, eve);
  expect(again.status).toBe(403);
  expect((await listKept())[0]?.terminals).toMatchObject([{ end_reason: 'revoked' }]);
});

it('ends the terminals of an access token that is revoked, and no other', async () => {
  await runner.keep();
  const create = async (name: string) => {
    const created = await fetch(`${server.url}/api/user/tokens`, {
      method: 'POST',
      headers: { ...bearer(ada), 'content-type': 'application/json' },
      body: JSON.stringify({ name, scope: 'write' }),
    });
    return (await created.json()) as { id: number; token: string };
  };
  const [revoked, valid] = [await create('revoked'), await create('valid')];
  const [kept] = await listKept();
  for (const { token } of [revoked, valid, ada]) {
    const opened = await call('POST', `kept-steps/${kept?.id}/terminals`, size, { ...ada, token });
    expect(opened.status).toBe(200);
  }
  const orders = await runner.watch();
  const closed = runner.watch();
  const url = `${server.url}/api/user/tokens/${revoked.id}`;
  expect((await fetch(url, { method: 'DELETE', headers: bearer(ada) })).status).toBe(204);
  expect((await closed)?.close).toEqual([orders?.open[0]?.terminal]);
  const reasons = (await listKept())[0]?.terminals.map(({ end_reason }) => end_reason ?? '');
  expect(reasons?.sort()).toEqual(['', '', 'revoked']);
});

it('ends the environment when a person releases it', async () => {
  await runner.keep();
  const terminal = await open();
  await runner.watch();
  const over = expect(runner.watch()).rejects.toThrow(RunnerConflict);
  const [kept] = await listKept();
  expect((await call('DELETE', `kept-steps/${kept?.id}`)).status).toBe(204);
  await over;
  await expect(runner.sendOutput(terminal.id, 0, 'late')).rejects.toThrow(FileRefusal);
  const events = await server.core.db
    .selectFrom('audit_events')
    .select(['action', 'actor', 'target', 'details'])
    .where('action', 'in', ['terminal.open', 'terminal.close', 'kept_step.release'])
    .orderBy('id')
    .execute();
  expect(events).toEqual([
    { action: 'terminal.open', actor: 'ada', target: '1', details: `{"terminal":${terminal.id}}` },
    { action: 'kept_step.release', actor: 'ada', target: '1', details: '{}' },
  ]);
  expect(await listKept()).toMatchObject([
    { end_reason: 'released', terminals: [{ end_reason: 'released' }] },
  ]);
  await expect(runner.keep()).rejects.toThrow(RunnerConflict);
});

it('keeps nothing unless the repository wants it', async () => {
  await call('PATCH', 'terminal-settings', { keep_failed: false });
  await expect(runner.keep()).rejects.toThrow(FileRefusal);
  expect(await listKept()).toEqual([]);
});

/** Makes the build that of a pull request from a repository. */
const setSource = (slug: string) =>
  server.core.db
    .updateTable('builds')
    .set({ event: 'pull_request', source_repo: slug, ref: 'refs/pull/7/head' })
    .execute();

it.each(['eve/project', 'ada/project?'])('never keeps a build of %s', async (source) => {
  await setSource(source);
  await expect(runner.keep()).rejects.toThrow(FileRefusal);
  expect(await listKept()).toEqual([]);
  const root = await server.addUser('root', { admin: true });
  const eve = await server.addUser('eve');
  const [writer, reader] = [await server.addUser('wim'), await server.addUser('rob')];
  await setMember('wim', 'write');
  await setMember('rob', 'read');
  const pause = (person: { login: string; token: string }, query: string) =>
    call('POST', `builds/1?${query}`, undefined, person);
  const query = 'pause_stage=first&pause_step=greet';
  for (const person of [ada, writer, root]) {
    const answer = await pause(person, query);
    const message =
      'The build cannot pause, as the repository keeps no environments of it for terminals';
    expect([person.login, answer.status, await answer.json()]).toEqual([
      person.login,
      400,
      { message, code: 'invalid_input' },
    ]);
  }
  expect((await pause(reader, query)).status).toBe(403);
  // The author of the fork has no access to the private repository.
  expect((await pause(eve, query)).status).toBe(404);
  const anonymous = await fetch(`${server.url}/api/repos/ada/project/builds/1?${query}`, {
    method: 'POST',
  });
  expect(anonymous.status).toBe(401);
  // A restart without a pause, and one in debug mode, keep nothing either.
  const api = runnerApiOf(server);
  for (const debug of ['false', 'true']) {
    expect((await pause(ada, `debug=${debug}`)).status).toBe(200);
    const { stage, step } = await startNextStage(api);
    const details = await api.getStageDetails({ params: { stage: stage.id } });
    expect([details.keepsFailed, details.pauseBefore]).toEqual([undefined, undefined]);
    await expect(api.keepStep({ params: { step: step.id } })).rejects.toThrow(FileRefusal);
  }
});

it('keeps a pull request from a branch of the repository', async () => {
  await setSource('ada/project');
  await runner.keep();
  expect(await listKept()).toHaveLength(1);
  expect((await call('POST', 'builds/1?pause_stage=first&pause_step=greet')).status).toBe(200);
  const api = runnerApiOf(server);
  const { stage } = await startNextStage(api);
  const details = await api.getStageDetails({ params: { stage: stage.id } });
  expect([details.keepsFailed, details.pauseBefore]).toEqual([true, 'greet']);
});

it('returns the recording in the format asciicast', async () => {
  await runner.keep();
  const terminal = await open();
  await runner.sendOutput(terminal.id, 0, 'größe');
  const answer = await call('GET', `terminals/${terminal.id}/recording`);
  expect(answer.headers.get('content-type')).toBe('application/x-asciicast');
  const [header, ...events] = (await answer.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(header).toMatchObject({ version: 2, width: 80, height: 24 });
  expect(events).toMatchObject([[expect.any(Number), 'o', 'größe']]);
});
