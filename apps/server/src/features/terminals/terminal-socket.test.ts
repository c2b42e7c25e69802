import { once } from 'node:events';
import { type KeptStep, sessionCookie, type Terminal } from '@millrace/contract/api';
import { terminalLimits } from '@millrace/contract/terminals';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { KeptStepRunner } from '../../../testing/kept-step-runner.ts';
import { TerminalConnection } from '../../../testing/terminal-connection.ts';
import {
  bearer,
  password,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let server: TestServer;
let ada: { login: string; token: string };
let terminal: Terminal;
let runner: KeptStepRunner;
/** Seconds by which the clock of the server is ahead. */
let skippedSec: number;

beforeEach(async () => {
  skippedSec = 0;
  const nowSec = () => Math.floor(Date.now() / 1000) + skippedSec;
  server = await startTestServer({ jobs: ['receivePushes'], clock: { nowSec } });
  ada = await server.addUser('ada');
  runner = await KeptStepRunner.failStep(server, ada);
  await runner.keep();
  terminal = await open();
  await runner.watch();
});
afterEach(() => server.stop());

const call = (method: string, path: string, body?: object, person: { token: string } = ada) =>
  fetch(`${server.url}/api/repos/ada/project/${path}`, {
    method,
    headers: { ...bearer(person), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const base64 = (text: string) => Buffer.from(text).toString('base64');

async function open(person: { token: string } = ada): Promise<Terminal> {
  const [kept] = (await (await call('GET', 'builds/1/kept-steps')).json()) as KeptStep[];
  const size = { columns: 80, rows: 24 };
  const opened = await call('POST', `kept-steps/${kept?.id}/terminals`, size, person);
  expect(opened.status).toBe(200);
  return (await opened.json()) as Terminal;
}

const addressOf = (headers: Record<string, string>, { id } = terminal) => ({
  url: server.url,
  slug: 'ada/project',
  terminal: id,
  headers,
});
const connect = (from = 0) => TerminalConnection.open(addressOf(bearer(ada)), from);
const keysOf = () =>
  runner.inputs.map(({ data = '' }) => Buffer.from(data, 'base64').toString()).join('');

/** Status with which the server refuses a socket. */
async function refusedStatus(headers: Record<string, string>, path?: string): Promise<number> {
  const url = `${server.url}${path ?? `/api/repos/ada/project/terminals/${terminal.id}/socket`}`;
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
  const [, response] = await once(socket, 'unexpected-response');
  socket.on('error', () => undefined);
  socket.terminate();
  return response.statusCode;
}

it('carries keys in order, and the output from a position', async () => {
  const first = await connect();
  for (const [index, keys] of ['l', 's', '\r'].entries()) {
    first.send({ number: index + 1, data: base64(keys) });
  }
  await runner.during(first.find((message) => message.kind === 'taken' && message.number === 3));
  expect(keysOf()).toBe('ls\r');
  await runner.sendOutput(terminal.id, 0, 'file\n');
  await first.find(({ kind }) => kind === 'output');
  expect(first.shown).toBe('file\n');
  first.socket.terminate();

  // A page that returns sends what was not confirmed, and continues at its position.
  const second = await connect(2);
  second.send({ number: 3, data: base64('\r') });
  second.send({ number: 4, data: base64('x') });
  await runner.during(second.find((message) => message.kind === 'taken' && message.number === 4));
  expect(keysOf()).toBe('ls\rx');
  await second.find(({ kind }) => kind === 'output');
  expect(second.shown).toBe('le\n');
  await runner.endTerminal(terminal.id, 3);
  const last = await second.find((message) => message.kind === 'output' && !!message.terminal);
  expect(last).toMatchObject({ end: 5, terminal: { end_reason: 'exited', exit_code: 3 } });
  expect(await second.closed).toBe(1000);
});

it('refuses input that does not follow the last one', async () => {
  const connection = await connect();
  connection.send({ number: 2, data: base64('x') });
  const refused = await runner.during(connection.find(({ kind }) => kind === 'refused'));
  expect(refused).toMatchObject({ number: 2, status: 409 });
});

it.each([
  ['no JSON', 'ls', 1008],
  ['an input without a number', '{"data":"bHM="}', 1008],
  ['a message that is too long', 'x'.repeat(3 * terminalLimits.inputBytes), 1009],
])('closes a socket with %s', async (_, text, code) => {
  const connection = await connect();
  connection.socket.send(text);
  expect(await connection.closed).toBe(code);
});

it('is for the person who opened the terminal, with write permission and scope', async () => {
  const eve = await server.addUser('eve');
  expect(await refusedStatus({})).toBe(401);
  expect(await refusedStatus(bearer(eve))).toBe(404);
  for (const role of ['read', 'write']) {
    await call('PUT', 'collaborators/eve', { role });
    expect(await refusedStatus(bearer(eve))).toBe(403);
  }
  const created = await server.app.inject({
    method: 'POST',
    url: '/api/user/tokens',
    headers: bearer(ada),
    payload: { name: 'reads', scope: 'read' },
  });
  expect(await refusedStatus(bearer(created.json()))).toBe(403);
});

it('accepts the cookie of a session only from the pages of the server', async () => {
  const { cookies } = await server.app.inject({
    method: 'POST',
    url: '/login',
    headers: { origin: server.url },
    payload: { username: 'ada', password },
  });
  const cookie = `${sessionCookie}=${cookies[0]?.value}`;
  expect(await refusedStatus({ cookie })).toBe(401);
  expect(await refusedStatus({ cookie, origin: 'https://evil.example' })).toBe(403);
  expect(await refusedStatus({ cookie, 'sec-fetch-site': 'same-site' })).toBe(403);
  const own = { cookie, origin: server.url };
  const connection = await TerminalConnection.open(addressOf(own));
  connection.send({ number: 1, data: base64('x') });
  await runner.during(connection.find(({ kind }) => kind === 'taken'));
});

it('ends when the person loses the permission, and takes no further keys', async () => {
  const eve = await server.addUser('eve');
  await call('PUT', 'collaborators/eve', { role: 'write' });
  const theirs = await open(eve);
  const connection = await TerminalConnection.open(addressOf(bearer(eve), theirs));
  await call('PUT', 'collaborators/eve', { role: 'read' });
  connection.send({ number: 1, data: base64('x') });
  expect([1000, 1008]).toContain(await connection.closed);
  expect(connection.messages.filter(({ kind }) => kind === 'taken')).toEqual([]);
});

it('takes no further keys when the access token has expired', async () => {
  const created = await server.app.inject({
    method: 'POST',
    url: '/api/user/tokens',
    headers: bearer(ada),
    payload: { name: 'short', scope: 'write', expires: Math.floor(Date.now() / 1000) + 3600 },
  });
  const token: { token: string } = created.json();
  const theirs = await open(token);
  await runner.watch();
  const connection = await TerminalConnection.open(addressOf(bearer(token), theirs));
  connection.send({ number: 1, data: base64('x') });
  await runner.during(connection.find(({ kind }) => kind === 'taken'));
  skippedSec = 3600;
  connection.send({ number: 2, data: base64('y') });
  expect(await connection.closed).toBe(1008);
  expect(keysOf()).toBe('x');
});

it('answers calls that are no WebSocket as before', async () => {
  const plain = await call('GET', `terminals/${terminal.id}/socket`);
  expect([plain.status, await plain.json()]).toEqual([
    426,
    { message: 'This call needs a WebSocket', code: 'socket_required' },
  ]);
  // Clients of other calls may offer an upgrade.
  expect(await refusedStatus(bearer(ada), '/api/user')).toBe(200);
});

it('closes its sockets when the server stops', async () => {
  const connection = await connect();
  server.core.drain.begin();
  expect(await connection.closed).toBe(1001);
});
