import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Line, Step } from '@millrace/contract/api';
import type { RunnerApi } from '@millrace/contract/runner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let server: TestServer;
let ada: { id: number; token: string };
let api: RunnerApi;
let step: Step;
beforeEach(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  api = runnerApiOf(server);
  ({ step } = await startNextStage(api));
});
afterEach(() => server.stop());

const append = (body: Line[]) => api.appendLogs({ params: { step: step.id }, body });
const finish = () =>
  api.updateStep({ params: { step: step.id }, body: { ...step, status: 'success', stopped: 5 } });
const lines = (from: number, to: number): Line[] =>
  Array.from({ length: to - from }, (_, at) => ({
    pos: from + at,
    out: `line ${from + at + 1}\n`,
    time: from + at,
  }));
const url = (query = '') => `${server.url}/api/stream/ada/project/1/1/1/text${query}`;
const get = (query = '', headers: Record<string, string> = bearer(ada)) =>
  fetch(url(query), { headers });
const read = async (query = '') => (await get(query)).text();
const numbers = (...all: number[]) => all.map((number) => `line ${number}\n`).join('');

describe('the log of a finished step', () => {
  beforeEach(async () => {
    await append(lines(0, 10));
  });

  it('is plain text', async () => {
    await finish();
    const answer = await get();
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toBe(numbers(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    const head = await fetch(url(), { method: 'HEAD', headers: bearer(ada) });
    expect(head.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it.each([
    ['?tail=2', numbers(9, 10)],
    ['?tail=100', numbers(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)],
    ['?from=9', numbers(9, 10)],
    ['?from=2&to=3', numbers(2, 3)],
    ['?to=1', numbers(1)],
    ['?from=99', ''],
    ['?from=3&to=2', ''],
    ['?attempt=1&tail=1', numbers(10)],
  ])('has the lines of %s', async (query, wanted) => {
    await finish();
    expect(await read(query)).toBe(wanted);
  });

  it('has the time of each line on wish', async () => {
    await finish();
    const [line] = (await read('?timestamps&from=8&to=8')).split('\n');
    const [time, ...rest] = line?.split(' ') ?? [];
    expect(rest.join(' ')).toBe('line 8');
    expect(Date.parse(time ?? '')).toBe((Number(step.started) + 7) * 1000);
  });

  it.each(['?tail=0', '?tail=-1', '?tail=x', '?from=1.5', '?timestamps=maybe'])(
    'refuses %s',
    async (query) => {
      const answer = await get(query);
      expect(answer.status).toBe(400);
      const name = /\?(\w+)/.exec(query)?.[1] ?? '';
      expect(((await answer.json()) as { message: string }).message).toMatch(
        new RegExp(`^Invalid query: ${name} must be `),
      );
    },
  );

  it('is for people who may read the repository', async () => {
    const stranger = await server.addUser('stranger');
    expect((await get('', bearer(stranger))).status).toBe(404);
    expect((await get('', {})).status).toBe(401);
    const missing = `${server.url}/api/stream/ada/project/1/1/9/text`;
    expect((await fetch(missing, { headers: bearer(ada) })).status).toBe(404);
  });
});

describe('output', () => {
  it('has no colours and no overwritten text unless they are asked for', async () => {
    const out = '\u001b[31m10 %\r\u001b[0m100 %\r\n';
    await append([{ pos: 0, out, time: 0 }]);
    await finish();
    expect(await read()).toBe('100 %\n');
    expect(await read('?colors')).toBe(`${out.slice(0, -2)}\n`);
  });

  it('is joined to lines if it arrives in pieces', async () => {
    const pieces = ['a', 'b\nc\n', 'd', '\n', 'e\nf'];
    await append(pieces.map((out, pos) => ({ pos, out, time: pos })));
    await finish();
    expect(await read()).toBe('ab\nc\nd\ne\nf\n');
    expect(await read('?tail=2')).toBe('e\nf\n');
    expect(await read('?tail=4')).toBe('c\nd\ne\nf\n');
    expect(await read('?from=2&to=3')).toBe('c\nd\n');
    expect(await read('?tail=99')).toBe('ab\nc\nd\ne\nf\n');
  });

  it('is followed while the step runs', async () => {
    await append(lines(0, 2));
    const answer = await get('?tail=1');
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const next = async () => (await reader?.read())?.value;
    expect(await next()).toBe(numbers(2));
    await append(lines(2, 3));
    expect(await next()).toBe(numbers(3));
    await finish();
    expect(await next()).toBeUndefined();
  });

  it('ends with the lines so far on wish', async () => {
    expect(await read('?follow=false')).toBe('');
    await append(lines(0, 2));
    expect(await read('?follow=false')).toBe(numbers(1, 2));
    expect(await read('?to=1')).toBe(numbers(1));
  });

  it('is not taken as complete if access is revoked', async () => {
    await append(lines(0, 2));
    const curl = spawn('curl', ['-sN', '-H', `Authorization: Bearer ${ada.token}`, url()]);
    const [first] = await once(curl.stdout, 'data');
    expect(String(first)).toBe(numbers(1, 2));
    const rest = text(curl.stdout);
    const root = await server.addUser('root', { admin: true });
    const rotate = { method: 'POST', url: '/api/users/ada/token/rotate' } as const;
    await server.app.inject({ ...rotate, headers: bearer(root) });
    expect(await rest).toBe('');
    const [code] = await once(curl, 'close');
    expect(code).not.toBe(0);
  });
});
